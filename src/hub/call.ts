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
  /** Limit per attempt, from the connection to the end of the body. */
  readonly timeoutMs: number;
  /** Delays before the second, third, ... attempt. */
  readonly retryDelaysMs: readonly number[];
}

/** Pattern of ids in paths. Any other text would change the path, and `DELETE .../webhooks/..` must not. */
export const idPattern = /^[\w-]+$/;

export interface HubCall {
  readonly method: "GET" | "POST" | "DELETE";
  /** Path with its leading slash, relative to the endpoint; ids are encoded. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: object;
  /** Completes "could not": `list the webhooks`. */
  readonly what: string;
  /** Id of the webhook in the path: a 404 means that there is no such webhook. */
  readonly webhookId?: string;
  /** Overrides the client's limit per attempt. */
  readonly timeoutMs?: number;
}

/** Calls a hub's API. Every failure is an error of errors.ts. */
export interface Caller {
  /** Returns the JSON body of a 2xx response. */
  json<Body>(call: HubCall, schema: z.ZodType<Body>): Promise<Body>;
  /** Ignores the body of a 2xx response. */
  send(call: HubCall): Promise<void>;
  /** Returns the body of a 200 as a stream. The time limit ends with the headers; the signal ends the stream. */
  stream(call: HubCall, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

/** A hub that asks for a longer wait is not called again: a person is waiting. */
const maxRetryAfterMs = 5_000;

/** Statuses that may pass; ofetch counts a lost connection as a 500. */
const retryStatusCodes = [429, 500, 502, 503, 504];

/**
 * Creates a caller. It repeats GET and DELETE after a lost connection, a 429, 500, 502, 503 or 504, but never a POST, which
 * may have taken effect before the connection was lost.
 */
export function createCaller(options: CallOptions): Caller {
  const request = createFetch({
    // Reads the body here, so that the time limit and the retries cover it too.
    async fetch(url, init) {
      const response = await options.fetch(new Request(url, init));
      const body = await response.arrayBuffer();
      return new Response(body.byteLength === 0 ? null : body, response);
    },
    defaults: { baseURL: options.endpoint, redirect: "manual", retryStatusCodes },
  });

  async function responseTo(call: HubCall): Promise<HubResponse> {
    const name = nameOf(call, options);
    const retries = call.method === "POST" ? 0 : options.retryDelaysMs.length;
    const response = await request.raw<unknown>(call.path, {
      method: call.method,
      headers: { accept: "application/json", ...authorization(options.token) },
      ...(call.body === undefined ? {} : { body: { ...call.body } }),
      timeout: name.timeoutMs,
      responseType: "json",
      retry: retries,
      // Retry-After lengthens a delay and never shortens it.
      retryDelay: ({ response, options: { retry } }) =>
        Math.max(options.retryDelaysMs.at(-Number(retry)) ?? 0, waitOf(response)),
      onRequest(context) {
        // ofetch gives a retry the signal of the attempt before it.
        if (context.options.retry !== retries) delete context.options.signal;
      },
      onRequestError({ error, options: { retry } }) {
        const failure = connectionFailure(name, error);
        if (failure.code === "hub-timeout" || retry === 0) throw failure;
      },
      onResponse({ response, options: attempt }) {
        const { status } = response;
        // The first attempt of a DELETE may have removed it although its response was lost.
        attempt.ignoreResponseError = call.method === "DELETE" && status === 404 && attempt.retry !== retries;
        if (status >= 300 && status < 400) throw statusFailure(name, hubResponse(response));
      },
      onResponseError({ response, options: { retry } }) {
        const isRepeated =
          retry !== 0 && retryStatusCodes.includes(response.status) && waitOf(response) <= maxRetryAfterMs;
        if (!isRepeated) throw statusFailure(name, hubResponse(response));
      },
    });
    return hubResponse(response);
  }

  return {
    async json(call, schema) {
      const response = await responseTo(call);
      const parsed = schema.safeParse(response.body);
      if (parsed.success) return parsed.data;
      const issue = parsed.error.issues[0];
      const place = issue?.path.join(".") || "the response";
      const isJson = response.body !== undefined && typeof response.body !== "string";
      const detail = isJson ? `${place}: ${issue?.message ?? "another shape"}` : "it is not JSON";
      throw shapeFailure(nameOf(call, options), response, detail);
    },
    async send(call) {
      await responseTo(call);
    },
    // Not by ofetch: it reads a response as a stream or as JSON whatever the status is.
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

function nameOf(call: HubCall, options: CallOptions): CallName {
  const timeoutMs = call.timeoutMs ?? options.timeoutMs;
  const name = { endpoint: options.endpoint, timeoutMs, what: call.what };
  return call.webhookId === undefined ? name : { ...name, webhookId: call.webhookId };
}

function authorization(token: string | null): Record<string, string> {
  if (token === null) return {};
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new UsageError({
      what: "the token cannot be sent",
      why: "it has spaces or characters no token has",
      hint: "Copy it again from https://huggingface.co/settings/tokens",
    });
  }
  return { authorization: `Bearer ${token}` };
}
