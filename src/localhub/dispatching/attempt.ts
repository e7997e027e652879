import { post } from "../../http/post.ts";
import type { Clock } from "../../model/clock.ts";
import { type Header, storedResponseBytes } from "../../model/delivery.ts";
import { PrivateTargetError } from "../errors.ts";
import type { Sockets } from "./open-sockets.ts";

/** Limit for an attempt, from the name lookup to the end of the response, in milliseconds. */
const attemptTimeoutMs = 10_000;

/** Stored headers of a response, which describe it or the next step. */
const keptHeaders = ["content-type", "location", "retry-after", "x-request-id"] as const;

/** Maximum length of a stored header; a longer one is cut. */
const headerLimit = 500;

export interface AttemptRequest {
  readonly url: string;
  readonly secret: string | null;
  /** The `webhook-id` header, the same on every attempt. */
  readonly messageId: string;
  readonly payload: string;
  /** Value of the `user-agent` header: `hooklens/<version>`. */
  readonly userAgent: string;
}

/** Outcome of one attempt at a URL. */
export interface AttemptResult {
  /** HTTP status; null without a response. */
  readonly status: number | null;
  readonly headers: readonly Header[];
  /** First 20 kB of the response's body. */
  readonly answer: Uint8Array;
  readonly retryAfter: string | null;
  /** Reason why there is no response; null if there is one. */
  readonly error: string | null;
  readonly timedOut: boolean;
  readonly startedAtMs: number;
  readonly durationMs: number;
}

/**
 * Sends a payload to a URL once. Never rejects.
 * @param abort ends the attempt early, without a response
 */
export async function sendOnce(
  sockets: Sockets,
  { url, secret, messageId, payload, userAgent }: AttemptRequest,
  clock: Clock,
  abort: AbortSignal,
): Promise<AttemptResult> {
  const startedAtMs = clock.nowMs();
  const body = Buffer.from(payload);
  const headers = ["content-type", "application/json", "user-agent", userAgent, "Webhook-Id", messageId];
  if (secret !== null) headers.push("X-Webhook-Secret", secret);
  const refused = sockets.refuse(url);
  const posted =
    refused === null
      ? await post(
          { target: url, headers, body },
          {
            timeoutMs: attemptTimeoutMs,
            signal: abort,
            clock,
            ...sockets.optionsFor(url),
            maxResponseBytes: storedResponseBytes,
          },
        )
      : { response: null, cause: refused, error: refused.message, timedOut: false, aborted: false };
  const { response, timedOut } = posted;
  return {
    status: response?.status ?? null,
    headers: keptHeaders.flatMap((name) => headerOf(response?.headers ?? [], name)),
    answer: response?.body ?? new Uint8Array(),
    retryAfter: headerOf(response?.headers ?? [], "retry-after")[0]?.[1] ?? null,
    error: response === null ? reason(posted) : null,
    timedOut,
    startedAtMs,
    durationMs: clock.nowMs() - startedAtMs,
  };
}

/** Returns a list of the first header with a lowercase name; the list is empty without one. */
function headerOf(headers: readonly Header[], wanted: string): readonly Header[] {
  const found = headers.find(([name]) => name.toLowerCase() === wanted);
  return found === undefined ? [] : [[wanted, found[1].slice(0, headerLimit)]];
}

interface Failed {
  readonly cause: unknown;
  readonly error: string | null;
  readonly timedOut: boolean;
  readonly aborted: boolean;
}

/**
 * Returns the reason of an attempt without a response: Node's error code if there is one, because programs
 * read the activity.
 */
function reason({ cause, error, timedOut, aborted }: Failed): string | null {
  if (aborted) return "this hub was stopped";
  if (timedOut || !(cause instanceof Error)) return error;
  if (cause instanceof PrivateTargetError) return `${cause.what} (${cause.why})`;
  return "code" in cause && typeof cause.code === "string" ? cause.code : error;
}
