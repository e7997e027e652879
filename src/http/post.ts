import http from "node:http";
import https from "node:https";
import type { LookupFunction, Socket } from "node:net";
import { type Clock, systemClock } from "../model/clock.ts";
import type { Header } from "../model/delivery.ts";
import { errorText } from "../model/errors.ts";
import { connectionReason } from "../text/connection-reason.ts";

/** Request of `post`; the body is sent unchanged. */
export interface PostRequest {
  /** An http or https URL. */
  readonly target: string;
  /**
   * Alternating names and values, sent in this order between Host and Content-Length, duplicates included.
   */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

export interface PostOptions {
  /** Limit for the whole request, from the name lookup to the end of the response, in milliseconds. */
  readonly timeoutMs: number;
  /** Signal that aborts the request. */
  readonly signal?: AbortSignal | undefined;
  /** @default the system's clock */
  readonly clock?: Clock;
  /**
   * Agent for kept connections; must match the target's protocol.
   * @default a new connection, closed after the response
   */
  readonly agent?: http.Agent;
  /**
   * Name lookup for every new connection, with or without an agent.
   * @default the system's lookup
   */
  readonly lookup?: LookupFunction | undefined;
  /**
   * Maximum size of the response body, in bytes; the connection is closed when it is exceeded.
   * @default 5 MiB
   */
  readonly maxResponseBytes?: number;
}

export interface PostResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  /** Body of the response, at most `maxResponseBytes`. */
  readonly body: Uint8Array;
  /**
   * Missing part of the body: none, the end (connection lost or timeout), or the bytes after
   * `maxResponseBytes`.
   */
  readonly missing: "nothing" | "end" | "excess";
}

/** Result of one POST. */
export interface Posted {
  readonly target: string;
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  /** Duration in milliseconds, rounded to microseconds. */
  readonly durationMs: number;
  /** Response; null if none could be read. */
  readonly response: PostResponse | null;
  /** Reason for a missing response, in plain words, or null. */
  readonly error: string | null;
  /** Error of the network, TLS or the agent behind `error`. */
  readonly cause: unknown;
  /** True if a connection was established, including TLS. */
  readonly connected: boolean;
  /** True if the target responded with invalid HTTP; it may have handled the request. */
  readonly unreadable: boolean;
  /** True if `timeoutMs` passed before a status arrived. */
  readonly timedOut: boolean;
  /** True if the signal ended the request before a status arrived. */
  readonly aborted: boolean;
}

/** Default of `maxResponseBytes`: the receiver's default limit for the body of a request. */
export const defaultMaxResponseBytes = 5 * 1_048_576;

/**
 * Sends a POST request; never rejects. Redirects are not followed: every status is a response. A status counts even
 * without the rest of the response. Resends the request once on a new connection if the target closes a kept one
 * before the first byte: targets close kept connections at any time.
 */
export async function post(request: PostRequest, options: PostOptions): Promise<Posted> {
  const { timeoutMs, signal, clock = systemClock, agent = false, lookup } = options;
  const limitBytes = options.maxResponseBytes ?? defaultMaxResponseBytes;
  const startedAtMs = clock.nowMs();
  const startedMs = performance.now();
  const stop: Stop = { reason: null, cancel() {} };
  const stopEarly = (reason: string): void => {
    stop.reason ??= reason;
    stop.cancel();
  };
  let isLate = false;
  const cancelTimeout = clock.after(timeoutMs, () => {
    isLate = true;
    stopEarly(`no response within ${timeoutMs / 1_000} s`);
  });
  const onAbort = (): void => stopEarly("canceled");
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort);
  let result = await requestOnce(request, { agent, lookup, limitBytes, stop });
  if (result.stale) result = await requestOnce(request, { agent: false, lookup, limitBytes, stop });
  cancelTimeout();
  signal?.removeEventListener("abort", onAbort);
  const { stale: _, ...outcome } = result;
  const isCut = outcome.response === null && !outcome.unreadable;
  return {
    ...outcome,
    target: request.target,
    startedAtMs,
    durationMs: elapsedMs(startedMs),
    timedOut: isCut && isLate,
    aborted: isCut && signal?.aborted === true,
  };
}

/** Returns the milliseconds since a `performance.now()`, rounded to microseconds. */
export function elapsedMs(startedMs: number): number {
  return Math.round((performance.now() - startedMs) * 1_000) / 1_000;
}

/** Pairs the alternating names and values of `rawHeaders`. */
export function headerPairs(raw: readonly string[]): readonly Header[] {
  const pairs: Header[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2)
    pairs.push([raw[index] ?? "", raw[index + 1] ?? ""]);
  return pairs;
}

interface RequestResult extends Pick<Posted, "response" | "error" | "cause" | "connected" | "unreadable"> {
  /** True if the target closed a kept connection before sending a byte. */
  readonly stale: boolean;
}

/** Early end of a `post`, cheaper than an `AbortController` (decision 0011). */
interface Stop {
  /** Error of the ended request; null while it may run. */
  reason: string | null;
  /** Destroys the current request. */
  cancel: () => void;
}

interface RequestOptions {
  readonly agent: http.Agent | false;
  readonly lookup: LookupFunction | undefined;
  readonly limitBytes: number;
  readonly stop: Stop;
}

/** Sends one request on one connection. Never rejects. */
function requestOnce(
  { target, headers, body }: PostRequest,
  { agent, lookup, limitBytes, stop }: RequestOptions,
): Promise<RequestResult> {
  const url = URL.parse(target);
  if (url === null) {
    const error = "the target is not a URL";
    return Promise.resolve({
      response: null,
      error,
      cause: null,
      connected: false,
      unreadable: false,
      stale: false,
    });
  }
  const isSecure = url.protocol === "https:";
  const { promise, resolve } = Promise.withResolvers<RequestResult>();
  let hasStatus = false;
  let connected = false;
  let kept: { readonly socket: Socket; readonly bytesBefore: number } | null = null;

  function fail(cause: unknown): void {
    if (hasStatus) return;
    const isReset =
      cause instanceof Error && "code" in cause && /^(?:ECONNRESET|EPIPE)$/.test(String(cause.code));
    const stale =
      isReset && stop.reason === null && kept !== null && kept.socket.bytesRead === kept.bytesBefore;
    const error = stop.reason ?? reasonOf(cause);
    resolve({ response: null, error, cause, connected, unreadable: false, stale });
  }

  function failUnreadable(why: string, cause: unknown): void {
    if (hasStatus) return;
    const error = `the response cannot be read: ${why}`;
    resolve({ response: null, error, cause, connected: true, unreadable: true, stale: false });
  }

  let sent: http.ClientRequest;
  try {
    // Options instead of a URL, and no `signal`: Node spends 10 µs on each (decision 0011).
    sent = (isSecure ? https : http).request({
      hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: url.port,
      path: url.pathname + url.search,
      method: "POST",
      // Node sends a flat list unchanged; an object would lose order and case of the names.
      headers: ["Host", url.host, ...headers, "Content-Length", String(body.byteLength)],
      agent,
      ...(lookup === undefined ? {} : { lookup }),
    });
  } catch (error) {
    // Node rejects a header that is not valid in HTTP.
    fail(error);
    return promise;
  }
  sent.on("socket", (socket) => {
    if (sent.reusedSocket) {
      connected = true;
      kept = { socket, bytesBefore: socket.bytesRead };
    } else {
      socket.once(isSecure ? "secureConnect" : "connect", () => {
        connected = true;
      });
    }
  });
  sent.on("error", (error) => {
    // Errors of Node's parser: not HTTP, two lengths, an oversized head.
    if ("code" in error && String(error.code).startsWith("HPE_")) failUnreadable(error.message, error);
    else fail(error);
  });
  sent.on("upgrade", (_, socket) => {
    socket.destroy();
    failUnreadable("it switches to a protocol that was not requested", null);
  });
  sent.on("close", () => {
    if (!hasStatus) fail(new Error("the target closed the connection without a response"));
  });
  sent.on("response", (message) => {
    hasStatus = true;
    readResponse(message, limitBytes, (response) =>
      resolve({ response, error: null, cause: null, connected: true, unreadable: false, stale: false }),
    );
  });
  stop.cancel = () => void sent.destroy();
  if (stop.reason !== null) stop.cancel();
  sent.end(body);
  return promise;
}

/** Reads up to `limitBytes` of a response and calls `done` once. */
function readResponse(
  message: http.IncomingMessage,
  limitBytes: number,
  done: (response: PostResponse) => void,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isRead = false;
  function end(missing: PostResponse["missing"]): void {
    if (isRead) return;
    isRead = true;
    const headers = headerPairs(message.rawHeaders);
    const body = Buffer.concat(chunks, Math.min(bytes, limitBytes));
    done({ status: message.statusCode ?? 0, headers, body, missing });
  }
  message.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes <= limitBytes) return;
    end("excess");
    message.destroy();
  });
  message.on("end", () => end("nothing"));
  message.on("error", () => end("end"));
  message.on("close", () => end("end"));
}

function reasonOf(error: unknown): string {
  const reason = connectionReason(error);
  if (reason !== null) return reason;
  // A name with several addresses fails with an empty message and one error per address.
  const each = error instanceof AggregateError ? error.errors : [error];
  return each.map((one: unknown) => connectionReason(one) ?? errorText(one)).join(", ");
}
