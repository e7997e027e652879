import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { isHooklensError, UsageError } from "../model/errors.ts";
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
  ask<Body>(call: HubCall, schema: z.ZodType<Body>): Promise<Body>;
  /** Ignores the body of a 2xx response. */
  tell(call: HubCall): Promise<void>;
  /** Returns the body of a 200 as a stream. The time limit ends with the headers; the signal ends the stream. */
  open(call: HubCall, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

/** A hub that asks for a longer wait is not called again: a person is waiting. */
const maxRetryAfterMs = 5_000;

/**
 * Creates a caller. It repeats GET and DELETE after a lost connection, a 429 or a 5xx, but never a POST, which may have
 * taken effect before the connection was lost.
 */
export function createCaller(options: CallOptions): Caller {
  async function attempt({
    method,
    path,
    body,
    timeoutMs = options.timeoutMs,
  }: HubCall): Promise<HubResponse> {
    const request = new Request(`${options.endpoint}${path}`, {
      method,
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...authorization(options.token),
      },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const response = await options.fetch(request);
    return { status: response.status, headers: response.headers, body: await response.text() };
  }

  async function responseTo(call: HubCall): Promise<HubResponse> {
    const name = nameOf(call, options);
    const delaysMs = call.method === "POST" ? [] : options.retryDelaysMs;
    for (let retries = 0; ; retries++) {
      const result = await attempt(call).catch((error: unknown) =>
        isHooklensError(error) ? error : connectionFailure(name, error),
      );
      const isFailure = result instanceof Error;
      const mayPass = isFailure
        ? result.code === "hub-unreachable"
        : result.status === 429 || result.status >= 500;
      const delayMs = delaysMs[retries];
      // Retry-After lengthens a delay and never shortens it.
      const askedMs = isFailure ? 0 : retryAfterMs(result.headers);
      if (mayPass && delayMs !== undefined && askedMs <= maxRetryAfterMs) {
        await sleep(Math.max(delayMs, askedMs));
        continue;
      }
      if (isFailure) throw result;
      // The first attempt of a DELETE may have removed it although its response was lost.
      const isGone = call.method === "DELETE" && retries > 0 && result.status === 404;
      if (isGone || (result.status >= 200 && result.status < 300)) return result;
      throw statusFailure(name, result);
    }
  }

  return {
    async ask(call, schema) {
      const response = await responseTo(call);
      const json = parseJson(response.body);
      const parsed = schema.safeParse(json);
      if (parsed.success) return parsed.data;
      const issue = parsed.error.issues[0];
      const place = issue?.path.join(".") || "the answer";
      const detail = json === undefined ? "it is not JSON" : `${place}: ${issue?.message ?? "another shape"}`;
      throw shapeFailure(nameOf(call, options), response, detail);
    },
    async tell(call) {
      await responseTo(call);
    },
    async open(call, signal) {
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
        throw statusFailure(nameOf(call, options), {
          status,
          headers,
          body: await new Response(body).text(),
        });
      } catch (error) {
        throw isHooklensError(error) ? error : connectionFailure(nameOf(call, options), error);
      } finally {
        clearTimeout(limit);
      }
    },
  };
}

function retryAfterMs(headers: Headers): number {
  const seconds = headers.get("retry-after") ?? "";
  return /^\d+$/.test(seconds) ? Number(seconds) * 1000 : 0;
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
