import { request, type Dispatcher } from "undici";
import { PrivateTargetError } from "../errors.ts";
import type { Clock } from "./clock.ts";

/** Connecting, sending, and reading the answer, together. */
const attemptTimeoutMs = 10_000;

/** More of an answer is not read. */
const answerLimitBytes = 20_000;

export interface AttemptRequest {
  readonly url: string;
  readonly secret: string | null;
  /** The `webhook-id` header, the same on every attempt. */
  readonly messageId: string;
  readonly payload: unknown;
  /** `hooklens/<version>`. */
  readonly userAgent: string;
}

/** What came of one attempt. */
export interface AttemptResult {
  /** Null: there was no answer. */
  readonly status: number | null;
  /** The first 20 kB of the answer's body. */
  readonly answer: Uint8Array;
  readonly retryAfter: string | null;
  /** Why there was no answer; null when there was one. */
  readonly error: string | null;
  readonly timedOut: boolean;
  readonly durationMs: number;
}

/**
 * Sends a payload to a webhook once. Never throws: a failure is a result. Redirects are not followed, so a 3xx comes back as it is.
 * The status decides once it is there: an answer whose body is long, slow or cut off is kept as far as it came.
 * @param abort ends the attempt early, without an answer
 */
export async function sendOnce(
  dispatcher: Dispatcher,
  { url, secret, messageId, payload, userAgent }: AttemptRequest,
  clock: Clock,
  abort: AbortSignal,
): Promise<AttemptResult> {
  const startedMs = clock.nowMs();
  const limit = new AbortController();
  const cancelLimit = clock.after(attemptTimeoutMs, () => limit.abort());
  const signal = AbortSignal.any([limit.signal, abort]);
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": userAgent,
        "webhook-id": messageId,
        ...(secret === null ? {} : { "X-Webhook-Secret": secret }),
      },
      body: JSON.stringify(payload),
      signal,
      // The limit above is for everything together.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const retryAfter = headers["retry-after"];
    return {
      status: statusCode,
      answer: await readStart(body),
      retryAfter: (Array.isArray(retryAfter) ? retryAfter[0] : retryAfter) ?? null,
      error: null,
      timedOut: false,
      durationMs: clock.nowMs() - startedMs,
    };
  } catch (error) {
    const timedOut = limit.signal.aborted && !abort.aborted;
    return {
      status: null,
      answer: new Uint8Array(),
      retryAfter: null,
      error: timedOut ? `no answer within ${attemptTimeoutMs / 1000} s` : reason(error),
      timedOut,
      durationMs: clock.nowMs() - startedMs,
    };
  } finally {
    cancelLimit();
  }
}

async function readStart(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      // Leaving the loop destroys the body and, with it, the connection.
      if (size >= answerLimitBytes) break;
    }
  } catch {
    // Cut off, or out of time: the status is there, and what came of the body is kept.
  }
  return Buffer.concat(chunks).subarray(0, answerLimitBytes);
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof PrivateTargetError) return `${error.what} (${error.why})`;
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
