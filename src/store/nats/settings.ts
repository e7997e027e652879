import type { ConsumerInfo, StreamInfo } from "@nats-io/jetstream";
import { millis } from "@nats-io/transport-node";
import type { ChangedLimit, StoreLimits } from "../admin.ts";
import { defaultStreamSettings, limitOf, type StreamSettings } from "./streams.ts";

/** Returns the settings of an existing log; those of a missing consumer are the defaults. */
export function settingsOf({ config }: StreamInfo, consumer: ConsumerInfo | null): StreamSettings {
  const { ackWaitMs, maxAckPending } = defaultStreamSettings;
  return {
    replicas: config.num_replicas,
    maxAgeMs: millis(config.max_age),
    maxBytes: limitOf(config.max_bytes),
    ackWaitMs: consumer === null ? ackWaitMs : millis(consumer.config.ack_wait ?? 0),
    maxAckPending: consumer?.config.max_ack_pending ?? maxAckPending,
  };
}

/** Returns the settings with the limits that are given. */
export function withLimits(settings: StreamSettings, limits: StoreLimits): StreamSettings {
  return {
    replicas: limits.replicas ?? settings.replicas,
    maxAgeMs: limits.maxAgeMs ?? settings.maxAgeMs,
    maxBytes: limits.maxBytes ?? settings.maxBytes,
    ackWaitMs: limits.ackWaitMs ?? settings.ackWaitMs,
    maxAckPending: limits.maxAckPending ?? settings.maxAckPending,
  };
}

/** Limits whose decrease deletes deliveries, or copies of them. */
const deletingLimits: readonly (keyof StoreLimits)[] = ["replicas", "maxAgeMs", "maxBytes"];

/** Returns the limits that differ. */
export function changedLimits(before: StreamSettings, after: StreamSettings): readonly ChangedLimit[] {
  const limits: readonly (keyof StoreLimits)[] = [...deletingLimits, "maxAckPending", "ackWaitMs"];
  return limits.flatMap((limit) => {
    const [from, to] = [before[limit], after[limit]];
    if (from === to) return [];
    return { limit, from, to, deletes: deletingLimits.includes(limit) && (to ?? 0) < (from ?? Infinity) };
  });
}
