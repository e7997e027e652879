import { jetstreamManager, type StreamInfo } from "@nats-io/jetstream";
import type { Connection } from "../connect.ts";
import { namesOf } from "../names.ts";
import { natsError } from "../nats-error.ts";

/** Ends of the streams of a log. */
export interface Source {
  /** Identity of the streams: another one after they were deleted and created again. */
  readonly stream: string;
  /** Seq of the newest delivery; 0 if there was none. */
  readonly seq: number;
  /** Number of the newest event; 0 if there was none. */
  readonly event: number;
  /** Time of the oldest delivery, in milliseconds since 1970; null if there is none. */
  readonly firstAtMs: number | null;
  /** Average size of the deliveries, at least 1, in bytes. */
  readonly averageBytes: number;
  /** Age after which deliveries are removed, in milliseconds; null for no limit. */
  readonly maxAgeMs: number | null;
}

/**
 * Reads the ends of the streams.
 * @throws {StoreUnreachableError | StoreMissingError | StoreDeniedError}
 */
export async function readSource({ nats, address }: Connection): Promise<Source> {
  const names = namesOf(address.name);
  try {
    const { streams } = await jetstreamManager(nats, { checkAPI: false });
    const [deliveries, events] = await Promise.all([
      streams.info(names.deliveries),
      streams.info(names.events),
    ]);
    const { state, config } = deliveries;
    return {
      stream: [deliveries, events].map(identityOf).join(" "),
      seq: state.last_seq,
      event: events.state.last_seq,
      firstAtMs: state.messages === 0 ? null : Date.parse(state.first_ts),
      averageBytes: Math.max(1, state.bytes / Math.max(1, state.messages)),
      maxAgeMs: config.max_age === 0 ? null : config.max_age / 1_000_000,
    };
  } catch (error) {
    throw natsError(error, address);
  }
}

function identityOf({ config, created }: StreamInfo): string {
  return `${config.name} ${created}`;
}
