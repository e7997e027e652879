import { setTimeout as sleep } from "node:timers/promises";
import { createFetch } from "ofetch";
import type { z } from "zod";
import { isHooklensError } from "../model/errors.ts";
import { TokenFormatError } from "./errors.ts";
import { connectionFailure, shapeFailure, statusFailure, type CallName, type HubAnswer } from "./failures.ts";
import { parseJson } from "./hub-message.ts";
import { isPassing, retryDelayMs } from "./retry.ts";

/** The platform's fetch, or a local hub's own `fetch`, which answers without a socket. */
export type HubFetch = (request: Request) => Response | Promise<Response>;

export interface CallOptions {
  readonly endpoint: string;
  readonly token: string | null;
  readonly fetch: HubFetch;
  /** For each try, the body of the answer included. */
  readonly timeoutMs: number;
  readonly retryDelaysMs: readonly number[];
}

export interface HubCall {
  readonly method: "GET" | "POST" | "DELETE";
  /** From the endpoint on, with its leading slash; ids already encoded. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: object;
  /** Fits behind "could not": `list the webhooks`. */
  readonly what: string;
  /** Where the path names a webhook: a 404 is about it. */
  readonly webhookId?: string;
  /** In place of the usual limit for each try. */
  readonly timeoutMs?: number;
}

export interface Caller {
  /** A call whose 2xx answer is JSON of a shape. Every failure is an error of errors.ts. */
  ask<Answer>(call: HubCall, answer: z.ZodType<Answer>): Promise<Answer>;
  /** A call whose 2xx answer has nothing in it that matters. */
  tell(call: HubCall): Promise<void>;
  /** A call whose 2xx answer comes bit by bit. The time limit is for its beginning; the signal ends what is left of it. */
  open(call: HubCall, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

/**
 * Calls of a hub's API: sent, tried again where that is safe, and the answer checked.
 * Only GET and DELETE are tried again (no connection, 429, 5xx): a POST may have done its work before the connection was lost.
 */
export function createCaller(options: CallOptions): Caller {
  // ofetch's own retry and timeout are off: its retry takes the spent signal along, and its timeout ends with the headers.
  const send = createFetch({ fetch: async (input, init) => options.fetch(new Request(input, init)) });

  async function attempt(call: HubCall, headers: Record<string, string>): Promise<HubAnswer> {
    const {
      status,
      headers: received,
      _data: body,
    } = await send.raw(`${options.endpoint}${call.path}`, {
      method: call.method,
      headers,
      ...(call.body === undefined ? {} : { body: call.body }),
      responseType: "text",
      redirect: "manual",
      ignoreResponseError: true,
      retry: false,
      signal: AbortSignal.timeout(call.timeoutMs ?? options.timeoutMs),
    });
    return { status, headers: received, body: body ?? "" };
  }

  async function answerOf(call: HubCall): Promise<HubAnswer> {
    const headers = { accept: "application/json", ...authorization(options.token) };
    const delaysMs = call.method === "POST" ? [] : options.retryDelaysMs;
    for (let tries = 1; ; tries++) {
      const { answer, failure } = await attempt(call, headers).then(
        (answer) => ({ answer, failure: null }),
        (error: unknown) => ({ answer: null, failure: connectionFailure(nameOf(call, options), error) }),
      );
      const passing = answer === null ? failure.code === "hub-unreachable" : isPassing(answer.status);
      const delayMs = passing
        ? retryDelayMs(tries, delaysMs, answer?.headers.get("retry-after") ?? null)
        : null;
      if (delayMs !== null) {
        await sleep(delayMs);
        continue;
      }
      if (answer === null) throw failure;
      // The first try of a DELETE may have removed it although its answer was lost.
      const removedBefore = call.method === "DELETE" && tries > 1 && answer.status === 404;
      if (removedBefore || (answer.status >= 200 && answer.status < 300)) return answer;
      throw statusFailure(nameOf(call, options), answer);
    }
  }

  return {
    async ask(call, schema) {
      const answer = await answerOf(call);
      const json = parseJson(answer.body);
      const parsed = schema.safeParse(json);
      if (parsed.success) return parsed.data;
      const issue = parsed.error.issues[0];
      const place = issue?.path.join(".") || "the answer";
      const detail = json === undefined ? "it is not JSON" : `${place}: ${issue?.message ?? "another shape"}`;
      throw shapeFailure(nameOf(call, options), answer, detail);
    },
    async tell(call) {
      await answerOf(call);
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

function nameOf(call: HubCall, options: CallOptions): CallName {
  const timeoutMs = call.timeoutMs ?? options.timeoutMs;
  const name = { endpoint: options.endpoint, timeoutMs, what: call.what };
  return call.webhookId === undefined ? name : { ...name, webhookId: call.webhookId };
}

function authorization(token: string | null): Record<string, string> {
  if (token === null) return {};
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new TokenFormatError({
      what: "the token cannot be sent",
      why: "it has spaces or characters no token has",
      hint: "Copy it again from https://huggingface.co/settings/tokens",
    });
  }
  return { authorization: `Bearer ${token}` };
}
