import { errors, nanos } from "@nats-io/transport-node";
import type { Connection } from "../connect.ts";
import { natsError } from "../nats-error.ts";

/** Message that a consumer has delivered. It delivers the message again unless it is acknowledged in time. */
export interface PulledMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  /** Ends the delivery, so that a work queue removes the message. Resolves when it has done so. */
  ack(): Promise<void>;
  /** Makes the consumer deliver the message again after the delay. */
  nak(delayMs: number): void;
  /** Starts the acknowledgment wait again. */
  working(): void;
}

/** Limit for a pull and for an acknowledgment, in milliseconds. */
const timeoutMs = 2_000;

/**
 * Pulls up to `n` messages that a consumer can deliver at once. The client would wait for them for a second or
 * longer.
 * @throws {StoreUnreachableError | StoreDeniedError | StoreMissingError}
 */
export async function pullNow(
  { nats, address, isConnected }: Connection,
  stream: string,
  consumer: string,
  n: number,
): Promise<readonly PulledMessage[]> {
  const pulled: PulledMessage[] = [];
  let isComplete = false;
  // Sends nothing over a lost connection; the process ends its work on what it holds without it.
  const send = (reply: string, text: string): void => {
    if (isConnected()) nats.publish(reply, text);
  };
  try {
    // The client would send the pull when it is connected again, and nobody would take the messages.
    if (!isConnected()) throw new errors.ConnectionError("the connection is lost");
    const messages = await nats.requestMany(
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`,
      JSON.stringify({ batch: n, no_wait: true }),
      // Each message has its own subject; a shared inbox could not find its request.
      { noMux: true, strategy: "timer", maxWait: timeoutMs },
    );
    for await (const message of messages) {
      // A status ends a batch that is not full.
      isComplete = (message.headers?.code ?? 0) > 0;
      if (isComplete) break;
      const { subject, data, reply = "" } = message;
      pulled.push({
        subject,
        data,
        async ack() {
          await nats.request(reply, "+ACK", { timeout: timeoutMs }).catch((error: unknown) => {
            throw natsError(error, address);
          });
        },
        nak: (delayMs) => send(reply, `-NAK ${JSON.stringify({ delay: nanos(delayMs) })}`),
        working: () => send(reply, "+WPI"),
      });
      isComplete = pulled.length === n;
      if (isComplete) break;
    }
    if (!isComplete && pulled.length === 0) throw new errors.TimeoutError();
  } catch (error) {
    throw natsError(error, address);
  }
  return pulled;
}
