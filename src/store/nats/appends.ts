import type { NewDelivery } from "../../model/delivery.ts";
import { type HooklensError, isHooklensError } from "../../model/errors.ts";
import { byteSize } from "../../text/numbers.ts";
import type { DeliveryLog } from "../delivery-log.ts";
import { DeliveryTooLargeError, StoreBusyError, StoreClosedError, StoreDeniedError } from "../errors.ts";
import type { Appended } from "../events.ts";
import { createStoringWatch } from "../sqlite/deliveries/storing.ts";
import type { Connection } from "./connect.ts";
import { eventToken, publishTry, readStanding, type StandingParts } from "./event-tries.ts";
import { deliveryHeader, encodeDelivery } from "./messages/delivery.ts";
import { type LogNames, subjects } from "./names.ts";
import type { Publisher } from "./publisher.ts";

/** The part of a log that stores deliveries. */
export interface Appends extends Pick<DeliveryLog, "append" | "storing" | "onStoring"> {
  /** Maximum size of a body, in bytes. */
  readonly maxBytes: number;
  /** Returns true if the account may not store deliveries. */
  isDenied(): boolean;
  /**
   * Detects servers that no longer store, even without deliveries: when called repeatedly, refuses deliveries once an
   * append would have been given up.
   */
  verify(): Promise<void>;
  /** Stops the probes of a log that does not store. */
  close(): void;
}

/**
 * Time after which a delivery without an acknowledgment is rejected, in milliseconds. A cluster that has lost a server
 * elects a leader in 4 to 9 s.
 */
const retryMs = 9_000;

/** Interval of probes of an account that may not store, in milliseconds: the server logs each of them. */
const deniedMs = 30_000;

/** Maximum number and size of the deliveries that wait for their acknowledgment. */
const maxInFlight = { deliveries: 10_000, bytes: 64 * 1_048_576 };

/** Size of the headers of the client, such as the ID of the message, in bytes; at most. */
const otherHeadersBytes = 1_024;

/** Part of a message that all fields besides the body may take, in bytes. */
const fieldsBytes = 128 * 1_024;

/**
 * Creates the appends of a log. They are verified once before the promise resolves, so that `storing` is right.
 */
export async function createAppends(
  connection: Connection,
  names: LogNames,
  publisher: Publisher,
  standing: StandingParts,
): Promise<Appends> {
  const { nats, address } = connection;
  let maxPayload = nats.info?.max_payload ?? 1_048_576;
  const anyDelivery = subjects.delivery(names.log, { route: null, repo: null, event: null });
  let refusedSubject = anyDelivery;
  let deniedUntilMs = 0;
  const watch = createStoringWatch(async () => {
    const refusal = watch.refusal();
    if (refusal instanceof StoreDeniedError && performance.now() < deniedUntilMs) throw refusal;
    deniedUntilMs = performance.now() + deniedMs;
    await publisher.probe(refusedSubject);
  });
  /** Start of the failures of `verify`; null while the servers store. */
  let failsSinceMs: number | null = null;
  let inFlight = 0;
  let isClosed = false;
  let bytesInFlight = 0;

  async function append(delivery: NewDelivery): Promise<Appended> {
    if (isClosed) throw new StoreClosedError({ what: `${address.shown} is closed`, hint: "Open it again" });
    const refusal = watch.refusal();
    if (refusal !== null) throw refusal;
    const { header, data } = encodeDelivery(delivery, standing.receiver);
    const fits = data.length + fieldsBytes <= maxPayload;
    if (!fits && data.length + Buffer.byteLength(header) + otherHeadersBytes > maxPayload) {
      throw tooLarge(data.length);
    }
    if (inFlight >= maxInFlight.deliveries || bytesInFlight + data.length > maxInFlight.bytes) throw busy();
    inFlight += 1;
    bytesInFlight += data.length;
    const token = eventToken(delivery);
    const subject = subjects.delivery(names.log, delivery, token);
    const message = { subject, data, headers: [[deliveryHeader, header] as const] };
    try {
      const { seq, previous } =
        token === null
          ? { seq: await publisher.publish(message, retryMs), previous: originalOf(delivery) }
          : await publishTry(publisher, message, retryMs);
      return { seq, repeats: previous === null ? null : await readStanding(standing, previous) };
    } catch (error) {
      if (isHooklensError(error)) {
        refusedSubject = subject;
        watch.failed(error, false);
      }
      throw error;
    } finally {
      inFlight -= 1;
      bytesInFlight -= data.length;
    }
  }

  async function verify(): Promise<void> {
    if (watch.refusal() !== null || !connection.isConnected()) return;
    const startedMs = performance.now();
    try {
      await publisher.probe(anyDelivery);
      failsSinceMs = null;
    } catch (error) {
      if (!isHooklensError(error)) throw error;
      failsSinceMs ??= startedMs;
      // An election is over by then.
      if (performance.now() - failsSinceMs < retryMs) return;
      failsSinceMs = null;
      watch.failed(error, false);
    }
  }

  const tooLarge = (bytes: number): HooklensError =>
    new DeliveryTooLargeError({
      what: `a delivery of ${byteSize(bytes)} is too large for ${address.shown}`,
      why: `the server takes messages of ${byteSize(maxPayload)}`,
      hint: "Raise max_payload of the server",
    });

  const busy = (): HooklensError =>
    new StoreBusyError({
      what: `${address.shown} is slower than the deliveries that arrive`,
      why: `${inFlight} deliveries of ${byteSize(bytesInFlight)} wait for their acknowledgment`,
    });

  // Servers of a cluster may have other limits, and a new connection other permissions.
  const forget = connection.onChange(() => {
    maxPayload = nats.info?.max_payload ?? maxPayload;
    deniedUntilMs = 0;
  });

  await publisher.probe(anyDelivery).catch((error: unknown) => {
    if (!isHooklensError(error)) throw error;
    watch.failed(error, false);
  });

  return {
    maxBytes: Math.max(0, maxPayload - fieldsBytes),
    append,
    verify,
    isDenied: () => watch.refusal() instanceof StoreDeniedError,
    storing() {
      if (!connection.isConnected()) {
        return { ok: false, reason: `no connection to ${address.shown}`, isFinal: false };
      }
      return watch.state();
    },
    onStoring(listener) {
      watch.onChange(listener);
      connection.onChange(listener);
    },
    close() {
      isClosed = true;
      forget();
      watch.stop();
    },
  };
}

/** Returns the delivery that an unedited replay repeats. */
function originalOf({ replayOf, edited }: NewDelivery): number | null {
  return edited ? null : replayOf;
}
