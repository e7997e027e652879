import { retryAfterMs } from "../model/retry-schedules.ts";
import { connectionReason } from "../text/connection-reason.ts";
import { endpointName } from "./endpoint.ts";
import {
  HubAnswerError,
  type HubError,
  HubFailedError,
  HubMovedError,
  HubRateLimitError,
  HubRefusedError,
  HubTimeoutError,
  HubUnauthorizedError,
  HubUnreachableError,
  WebhookNotFoundError,
} from "./errors.ts";
import { hubMessage, looksLikeHtml } from "./hub-message.ts";

/** Hub and call of a failure, for the message. */
export interface CallName {
  readonly endpoint: string;
  /** Text after "could not": `list the webhooks`. */
  readonly what: string;
  /** Id of the webhook in the path. If given, a 404 becomes a `WebhookNotFoundError`. */
  readonly webhookId?: string;
  readonly timeoutMs: number;
}

/** Complete response of a hub. */
export interface HubResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or the text if it is not JSON; undefined without a body. */
  readonly body: unknown;
}

/**
 * Creates the error of a call without a complete response.
 * @param error from fetch
 */
export function connectionFailure(call: CallName, error: unknown): HubError {
  const what = title(call);
  const chain = causes(error);
  if (chain.some((cause) => cause.name === "TimeoutError")) {
    return new HubTimeoutError({
      what,
      why: `no response within ${call.timeoutMs / 1000} s`,
      hint: "Retry, or run hooklens doctor to check the connection",
      cause: error,
    });
  }
  return new HubUnreachableError({
    what,
    why: reasonInChain(chain),
    hint: "Check the address (--endpoint, HF_ENDPOINT), the network, and that the hub is running",
    cause: error,
  });
}

/** Creates the error of a response with a failure status: 3xx, 4xx or 5xx. */
export function statusFailure(call: CallName, response: HubResponse): Error {
  const { status } = response;
  const message = hubMessage(response.headers, response.body);
  const parts = { what: title(call), why: reason(response, message), status, requestId: requestId(response) };
  if (status < 400) {
    const location = response.headers.get("location");
    const target = location === null ? null : URL.parse(location, call.endpoint)?.origin;
    return new HubMovedError({
      ...parts,
      why: reason(response, location === null ? null : `it redirects to ${location}`),
      hint: target ? `Use --endpoint ${target} if that is the hub` : "Check --endpoint",
    });
  }
  if (status === 401) {
    return new HubUnauthorizedError({
      ...parts,
      hint: "Use a token that this hub accepts (--token, HF_TOKEN or hf auth login), or --local",
    });
  }
  if (status === 404 && call.webhookId !== undefined) {
    return new WebhookNotFoundError({
      ...parts,
      what: `${endpointName(call.endpoint)} has no webhook ${call.webhookId}`,
      hint: "Run hooklens webhooks ls to list the IDs of this account",
    });
  }
  if (status === 429) {
    const waitMs = retryAfterMs(response.headers.get("retry-after"), Date.now());
    return new HubRateLimitError({
      ...parts,
      hint: waitMs > 0 ? `Retry in ${Math.ceil(waitMs / 1_000)} s` : "Retry in a few minutes",
    });
  }
  if (status >= 500) return new HubFailedError({ ...parts, hint: "Retry later: the hub itself has failed" });
  return new HubRefusedError({
    ...parts,
    hint:
      status === 403
        ? "Check the permissions of the token: changes and webhooks require write access"
        : "Correct what the hub reports, then retry",
  });
}

/**
 * Creates the error of a 2xx with an unexpected body.
 * @param detail the mismatch
 */
export function shapeFailure(call: CallName, response: HubResponse, detail: string): HubError {
  const html = looksLikeHtml(response.headers.get("content-type") ?? "", response.body);
  return new HubAnswerError({
    what: `${title(call)}: the response is not from a hub`,
    why: reason(response, html ? "it is a web page" : detail),
    hint: "Check --endpoint: it must be the root of a hub, such as https://huggingface.co",
    status: response.status,
    requestId: requestId(response),
  });
}

function title({ what, endpoint }: CallName): string {
  return `could not ${what} on ${endpoint}`;
}

function reason(response: HubResponse, message: string | null): string {
  const id = requestId(response);
  return [message, `HTTP ${response.status}`, id === null ? null : `request ${id}`]
    .filter((part) => part !== null)
    .join(", ");
}

function requestId({ headers }: HubResponse): string | null {
  return headers.get("x-request-id") ?? headers.get("x-amzn-trace-id");
}

function causes(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  for (let cause = error; cause instanceof Error && chain.length < 8; cause = cause.cause) chain.push(cause);
  return chain;
}

function reasonInChain(chain: readonly Error[]): string {
  for (const cause of chain) {
    const known = connectionReason(cause);
    if (known !== null) return known;
  }
  return chain.at(-1)?.message ?? "unknown";
}
