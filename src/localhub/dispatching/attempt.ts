import { request, type Dispatcher } from "undici";
import type { Header } from "../../model/delivery.ts";
import { PrivateTargetError } from "../errors.ts";
import type { Clock } from "./clock.ts";

/** Connecting, sending, and reading the answer, together. */
const attemptTimeoutMs = 10_000;

/** More of an answer is not read. */
const answerLimitBytes = 20_000;

/** Those of an answer's headers that say what it is and what to do next. */
const keptHeaders = ["content-type", "location", "retry-after", "x-request-id"] as const;

/** A longer one is cut. */
const headerLimit = 500;

export interface AttemptRequest {
  readonly url: string;
  readonly secret: string | null;
  /** The `webhook-id` header, the same on every attempt. */
  readonly messageId: string;
  /** The body as it is sent. */
  readonly payload: string;
  /** `hooklens/<version>`. */
  readonly userAgent: string;
}

/** What came of one attempt, as far as its target has a say. */
export interface AttemptResult {
  /** Null: there was no answer. */
  readonly status: number | null;
  readonly headers: readonly Header[];
  /** The first 20 kB of the answer's body. */
  readonly answer: Uint8Array;
  readonly retryAfter: string | null;
  /** Why there was no answer; null when there was one. */
  readonly error: string | null;
  readonly timedOut: boolean;
  readonly startedAtMs: number;
  readonly durationMs: number;
}

/**
 * Sends a payload to a URL once. Never throws: a failure is a result. Redirects are not followed, so a 3xx comes back as it is.
 * The status decides once it is there: an answer whose body is long, slow or cut off is kept as far as it came.
 * @param abort ends the attempt early, without an answer
 */
export async function sendOnce(
  dispatcher: Dispatcher,
  { url, secret, messageId, payload, userAgent }: AttemptRequest,
  clock: Clock,
  abort: AbortSignal,
): Promise<AttemptResult> {
  const startedAtMs = clock.nowMs();
  const ended = new AbortController();
  const endEarly = (): void => ended.abort();
  let timedOut = false;
  const cancelLimit = clock.after(attemptTimeoutMs, () => {
    timedOut = true;
    endEarly();
  });
  abort.addEventListener("abort", endEarly);
  if (abort.aborted) endEarly();
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
      body: payload,
      signal: ended.signal,
      // The limit above is for everything together.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return {
      status: statusCode,
      headers: keptHeaders.flatMap((name) => headerOf(headers, name)),
      answer: await readStart(body),
      retryAfter: headerOf(headers, "retry-after")[0]?.[1] ?? null,
      error: null,
      timedOut: false,
      startedAtMs,
      durationMs: clock.nowMs() - startedAtMs,
    };
  } catch (error) {
    return {
      status: null,
      headers: [],
      answer: new Uint8Array(),
      retryAfter: null,
      error: timedOut ? `no answer within ${attemptTimeoutMs / 1000} s` : reason(error),
      timedOut,
      startedAtMs,
      durationMs: clock.nowMs() - startedAtMs,
    };
  } finally {
    cancelLimit();
    abort.removeEventListener("abort", endEarly);
  }
}

/** As a list of none or one; of several with the name, the first. */
function headerOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): readonly Header[] {
  const value = headers[name];
  const first = Array.isArray(value) ? value[0] : value;
  return first === undefined ? [] : [[name, first.slice(0, headerLimit)]];
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
