import {
  defineError,
  type ErrorExitCode,
  type ErrorParts,
  HooklensError,
  NotFoundError,
} from "../model/errors.ts";
import type { Webhook } from "../model/webhook.ts";
import { endpointName } from "./endpoint.ts";

export interface HubErrorParts extends ErrorParts {
  /** `X-Request-Id` of the response. */
  readonly requestId?: string | null | undefined;
  /** HTTP status of the response. */
  readonly status?: number | undefined;
}

/**
 * A failed call to a hub. The message may contain text from the hub: pass it through `visible` before
 * display.
 */
export abstract class HubError extends HooklensError {
  readonly requestId: string | null;
  readonly status: number | null;

  constructor(parts: HubErrorParts) {
    super(parts);
    this.requestId = parts.requestId ?? null;
    this.status = parts.status ?? null;
  }
}

function defineHubError(code: string, exitCode: ErrorExitCode) {
  return class extends HubError {
    // Logs show the name of the class: `hub-failed` is a HubFailedError.
    static override readonly name = `${code.replaceAll(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase())}Error`;
    readonly code = code;
    readonly exitCode = exitCode;
  };
}

/** No connection: refused, unknown host, lost, invalid certificate. */
export const HubUnreachableError = defineHubError("hub-unreachable", 3);
/** No complete response within the time limit; the call may have taken effect. */
export const HubTimeoutError = defineHubError("hub-timeout", 3);
/** 401: the token is missing or not accepted. */
export const HubUnauthorizedError = defineHubError("hub-unauthorized", 1);
/** Any other 4xx; `why` contains the hub's message. */
export const HubRefusedError = defineHubError("hub-refused", 1);
/** 429 after the retries, if the call has any. */
export const HubRateLimitError = defineHubError("hub-rate-limit", 3);
/** 5xx after the retries, if the call has any. */
export const HubFailedError = defineHubError("hub-failed", 3);
/** 3xx: redirects are not followed, so that the token reaches no other host. */
export const HubMovedError = defineHubError("hub-moved", 3);
/** 2xx with an unexpected body: a web page, or JSON that does not match the schema. */
export const HubAnswerError = defineHubError("hub-answer", 3);
/** The call exists on local hubs only. */
export const NotLocalHubError = defineHubError("not-local-hub", 1);
/** The hub has no Jobs. */
export const NoJobsError = defineHubError("no-jobs", 1);

/** The account has no webhook with this id. */
export class WebhookNotFoundError extends NotFoundError {
  readonly requestId: string | null;

  constructor(parts: HubErrorParts) {
    super(parts);
    this.requestId = parts.requestId ?? null;
  }
}

/** The webhook was changed since it was read. */
export class WebhookChangedError extends defineHubError("webhook-changed", 1) {
  /** Webhook as it is now. */
  readonly current: Webhook;

  constructor(current: Webhook, endpoint: string) {
    super({
      what: `webhook ${current.id} was changed on ${endpointName(endpoint)} since it was read`,
      hint: "Read it again, then repeat the change",
    });
    this.current = current;
  }
}

/** A token file exists but cannot be read. */
export const TokenFileError = defineError("token-file", 1);
