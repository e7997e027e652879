import { setTimeout as pause } from "node:timers/promises";
import { type Posted, post } from "../../http/post.ts";
import type { DeliveryDetail } from "../../model/delivery.ts";
import { headersToSendOn } from "../../model/end-to-end.ts";
import { queryOf, withQuery } from "./message.ts";

/** Result of sending a copy of a delivery. */
export interface SentCopy {
  readonly delivery: DeliveryDetail;
  readonly target: string;
  /** Status of the response; null without one. */
  readonly status: number | null;
  /** Reason why there is no response; null if there is one. */
  readonly error: string | null;
  /** Duration of the last attempt, in milliseconds. */
  readonly durationMs: number;
  readonly attempts: number;
}

export interface CopyOptions {
  /** URL as returned by `parseForwardTarget`. */
  readonly target: string;
  /** Returns the secret to send with deliveries of a route; null for none. */
  readonly secretOf: (route: string | null) => string | null;
}

/** Maximum number of copies that are sent at once. */
const atOnce = 16;

/** Limit for one attempt, in milliseconds. Long, for targets in a debugger. */
const timeoutMs = 30_000;

/** Delays before another attempt at an unreachable target, in milliseconds. */
const retryDelaysMs = [200, 1_000, 5_000];

/**
 * Sends copies of logged deliveries to a target, like a forward, and logs nothing. Starts sending in the order of the
 * deliveries; yields results as they arrive.
 */
export async function* sendCopies(
  deliveries: AsyncIterable<DeliveryDetail>,
  options: CopyOptions,
): AsyncGenerator<SentCopy> {
  type Step = { readonly sent: SentCopy; readonly of: Promise<Step> } | IteratorResult<DeliveryDetail>;
  const source = deliveries[Symbol.asyncIterator]();
  const sending = new Set<Promise<Step>>();
  let next: Promise<Step> | null = source.next();
  while (next !== null || sending.size > 0) {
    const step: Step = await Promise.race(
      next === null || sending.size >= atOnce ? sending : [...sending, next],
    );
    if ("sent" in step) {
      sending.delete(step.of);
      yield step.sent;
    } else if (step.done === true) {
      next = null;
    } else {
      const of: Promise<Step> = sendCopy(step.value, options).then((sent) => ({ sent, of }));
      sending.add(of);
      next = source.next();
    }
  }
}

async function sendCopy(delivery: DeliveryDetail, { target, secretOf }: CopyOptions): Promise<SentCopy> {
  const { path, route, headers, body, bytes } = delivery;
  if (body.byteLength < bytes) {
    const error = "not sent: its body is no longer in the log";
    return { delivery, target, status: null, error, durationMs: 0, attempts: 0 };
  }
  const request = {
    target: withQuery(target, queryOf(path)),
    headers: headersToSendOn(headers, secretOf(route)).flat(),
    body,
  };
  for (let attempts = 1; ; attempts += 1) {
    const posted = await post(request, { timeoutMs });
    const delayMs = retryDelaysMs[attempts - 1];
    if (wasConnected(posted) || delayMs === undefined) {
      const { response, error, durationMs } = posted;
      return { delivery, target, status: response?.status ?? null, error, durationMs, attempts };
    }
    await pause(delayMs);
  }
}

/** Returns false if no part of a request can have reached its target. */
function wasConnected({ response, connected, unreadable }: Posted): boolean {
  return response !== null || connected || unreadable;
}
