import { createFetch, type FetchResponse } from "ofetch";
import type { z } from "zod";
import { isHooklensError, UsageError } from "../model/errors.ts";
import { retryAfterMs } from "../model/retry-schedules.ts";
import {
  connectionFailure,
  shapeFailure,
  statusFailure,
  type CallName,
  type HubResponse,
} from "./failures.ts";
import { parseJson } from "./hub-message.ts";

/** The platform's fetch, or the `fetch` of a local hub in this process, which uses no socket. */
export type HubFetch = (request: Request) => Response | Promise<Response>;

export interface CallOptions {
  readonly endpoint: string;
  readonly token: string | null;
  readonly fetch: HubFetch;
  /** Limit for an attempt, from the connection to the end of the body; for a stream, to its headers. */
  readonly timeoutMs: number;
  /** Delays before the second, third, ... attempt, in milliseconds. */
  readonly retryDelaysMs: readonly number[];
}

/**
 * Pattern of ids in paths. Other text could change the path: `DELETE .../webhooks/..` deletes something else.
 */
export const idPattern = /^[\w-]+$/;

export interface HubCall {
  readonly method: "GET" | "POST" | "DELETE";
  /** Path after the endpoint, with a leading slash. */
  readonly path: string;
  /** Value of the body, which is sent as JSON. */
  readonly body?: object;
  /** Text after "could not": `list the webhooks`. */
  readonly what: string;
  /** Id of the webhook in the path. If given, a 404 becomes a `WebhookNotFoundError`. */
  readonly webhookId?: string;
  /** Limit for an attempt. Default: the client's. */
  readonly timeoutMs?: number;
  /** Parser of the body of the response. */
  readonly parse?: (text: string) => unknown;
  /** True to make one attempt only: a late response is useless. */
  readonly isOnce?: boolean;
}

/**
 * Caller of a hub's API. Every failure is an error of `errors.ts`, or a `UsageError` if the token cannot be
 * sent.
 */
export interface Caller {
  /** Returns the parsed body of a 2xx response. */
  json<Body>(call: HubCall, schema: z.ZodType<Body>): Promise<Body>;
  /**
   * Returns a function that repeats a call. It returns the previous value, without parsing it again, if the hub
   * reports no change (ETag and 304).
   */
  polled<Body>(call: HubCall, schema: z.ZodType<Body>): () => Promise<Body>;
  /** Ignores the body of a 2xx response. A 404 after a repeated DELETE is a success. */
  send(call: HubCall): Promise<void>;
  /**
   * Returns the body of a 200 as a stream. The limit applies until the headers arrive; the signal aborts the
   * stream.
   */
  stream(call: HubCall, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

/**
 * Maximum `Retry-After` that is waited for, in milliseconds: a person is waiting. A longer one ends the call.
 */
const maxRetryAfterMs = 5_000;

/** Statuses after which a call is repeated. ofetch reports a lost connection as a 500. */
const retryStatusCodes = [429, 500, 502, 503, 504];

/**
 * Creates a caller. It repeats a GET or DELETE after a lost connection, a 429, 500, 502, 503 or 504. It never
 * repeats a POST, which may have taken effect, or a stream.
 */
export function createCaller(options: CallOptions): Caller {
  const request = createFetch({
    // Read the body here, so that the limit and the retries cover it.
    async fetch(url, init) {
      const response = await options.fetch(new Request(url, init));
      const body = await response.arrayBuffer();
      return new Response(body.byteLength === 0 ? null : body, response);
    },
    defaults: { baseURL: options.endpoint, redirect: "manual", retryStatusCodes },
  });

  /** @param etag ETag of the known body, to receive a 304 instead */
  async function responseTo(call: HubCall, etag: string | null = null): Promise<HubResponse> {
    const name = nameOf(call, options);
    const retries = call.method === "POST" || call.isOnce === true ? 0 : options.retryDelaysMs.length;
    const response = await request.raw<unknown>(call.path, {
      method: call.method,
      headers: {
        accept: "application/json",
        ...authorization(options.token),
        ...(etag === null ? {} : { "if-none-match": etag }),
      },
      ...(call.body === undefined ? {} : { body: { ...call.body } }),
      timeout: name.timeoutMs,
      responseType: "json",
      ...(call.parse !== undefined && { parseResponse: call.parse }),
      retry: retries,
      // Retry-After lengthens a delay and never shortens it.
      retryDelay: ({ response, options: { retry } }) =>
        Math.max(options.retryDelaysMs.at(-Number(retry)) ?? 0, waitOf(response)),
      onRequest(context) {
        // ofetch would reuse the signal of the previous attempt, with its timeout.
        if (context.options.retry !== retries) delete context.options.signal;
      },
      onRequestError({ error, options: { retry } }) {
        const failure = connectionFailure(name, error);
        if (failure.code === "hub-timeout" || retry === 0) throw failure;
      },
      onResponse({ response, options: attempt }) {
        const { status } = response;
        // An earlier attempt may have deleted it, with its response lost.
        attempt.ignoreResponseError = call.method === "DELETE" && status === 404 && attempt.retry !== retries;
        const isUnchanged = status === 304 && etag !== null;
        if (status >= 300 && status < 400 && !isUnchanged) throw statusFailure(name, hubResponse(response));
      },
      onResponseError({ response, options: { retry } }) {
        const isRepeated =
          retry !== 0 && retryStatusCodes.includes(response.status) && waitOf(response) <= maxRetryAfterMs;
        if (!isRepeated) throw statusFailure(name, hubResponse(response));
      },
    });
    return hubResponse(response);
  }

  function parse<Body>(call: HubCall, response: HubResponse, schema: z.ZodType<Body>): Body {
    const parsed = schema.safeParse(response.body);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    const place = issue?.path.join(".") || "the response";
    const isJson = response.body !== undefined && typeof response.body !== "string";
    const detail = isJson ? `${place}: ${issue?.message ?? "unexpected value"}` : "it is not JSON";
    throw shapeFailure(nameOf(call, options), response, detail);
  }

  return {
    json: async (call, schema) => parse(call, await responseTo(call), schema),
    polled<Body>(call: HubCall, schema: z.ZodType<Body>) {
      let last: { readonly etag: string; readonly value: Body } | null = null;
      return async () => {
        const known = last;
        const response = await responseTo(call, known?.etag);
        if (response.status === 304 && known !== null) return known.value;
        const value = parse(call, response, schema);
        const etag = response.headers.get("etag");
        last = etag === null ? null : { etag, value };
        return value;
      };
    },
    async send(call) {
      await responseTo(call);
    },
    // ofetch is not used: it cannot read a 200 as a stream and an error as JSON.
    async stream(call, signal) {
      const late = new AbortController();
      const limit = setTimeout(() => late.abort(new DOMException("", "TimeoutError")), options.timeoutMs);
      const request = new Request(`${options.endpoint}${call.path}`, {
        method: call.method,
        headers: authorization(options.token),
        redirect: "manual",
        signal: signal === undefined ? late.signal : AbortSignal.any([late.signal, signal]),
      });
      try {
        const { status, headers, body } = await options.fetch(request);
        if (status === 200 && body !== null) return body;
        const text = await new Response(body).text();
        throw statusFailure(nameOf(call, options), { status, headers, body: parseJson(text) ?? text });
      } catch (error) {
        throw isHooklensError(error) ? error : connectionFailure(nameOf(call, options), error);
      } finally {
        clearTimeout(limit);
      }
    },
  };
}

function hubResponse({ status, headers, _data: body }: FetchResponse<unknown>): HubResponse {
  return { status, headers, body };
}

function waitOf(response: Response | undefined): number {
  return retryAfterMs(response?.headers.get("retry-after") ?? null, Date.now());
}

/** Names a call for the message of its failure. */
export function nameOf(call: HubCall, options: CallOptions): CallName {
  const timeoutMs = call.timeoutMs ?? options.timeoutMs;
  const name = { endpoint: options.endpoint, timeoutMs, what: call.what };
  return call.webhookId === undefined ? name : { ...name, webhookId: call.webhookId };
}

/** Returns the header with the token; none without a token. @throws {UsageError} the token cannot be sent */
export function authorization(token: string | null): Record<string, string> {
  if (token === null) return {};
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new UsageError({
      what: "the token cannot be sent",
      why: "it has spaces or characters that no token has",
      hint: "Copy it again from https://huggingface.co/settings/tokens",
    });
  }
  return { authorization: `Bearer ${token}` };
}
