import { HooklensError, NotFoundError, UsageError, type ErrorParts } from "../model/errors.ts";

export interface HubErrorParts extends ErrorParts {
  /** The hub's own id of the request (`X-Request-Id`), where it sent one. */
  readonly requestId?: string | null | undefined;
  /** The HTTP status, where there was an answer. */
  readonly status?: number | undefined;
}

/** A call to a hub that did not work. `message` may hold the hub's own words: show it through `visible`. */
export abstract class HubError extends HooklensError {
  readonly requestId: string | null;
  readonly status: number | null;

  constructor(parts: HubErrorParts) {
    super(parts);
    this.requestId = parts.requestId ?? null;
    this.status = parts.status ?? null;
  }
}

/** No connection: refused, no such host, cut, a bad certificate. */
export class HubUnreachableError extends HubError {
  readonly code = "hub-unreachable";
  readonly exitCode = 3;
}

/** Connected, but no whole answer within the time limit. Whether a change was made is not known. */
export class HubTimeoutError extends HubError {
  readonly code = "hub-timeout";
  readonly exitCode = 3;
}

/** 401: no token, or one this hub does not accept. */
export class HubUnauthorizedError extends HubError {
  readonly code = "hub-unauthorized";
  readonly exitCode = 1;
}

/** Another 4xx: the hub understood and said no. Its reason is in `why`. */
export class HubRefusedError extends HubError {
  readonly code = "hub-refused";
  readonly exitCode = 1;
}

/** 429, still so after the retries. */
export class HubRateLimitError extends HubError {
  readonly code = "hub-rate-limit";
  readonly exitCode = 3;
}

/** 5xx, still so after the retries. */
export class HubFailedError extends HubError {
  readonly code = "hub-failed";
  readonly exitCode = 3;
}

/** 3xx: the API is elsewhere. Never followed, so that the token goes only where it was meant to go. */
export class HubMovedError extends HubError {
  readonly code = "hub-moved";
  readonly exitCode = 3;
}

/** A 2xx that is not what this call answers: a web page, or JSON of another shape. */
export class HubAnswerError extends HubError {
  readonly code = "hub-answer";
  readonly exitCode = 3;
}

/** Something that only local hubs have was asked of another. */
export class NotLocalHubError extends HubError {
  readonly code = "not-local-hub";
  readonly exitCode = 1;
}

/** The account has no webhook with this id. */
export class WebhookNotFoundError extends NotFoundError {
  readonly requestId: string | null;

  constructor(parts: HubErrorParts) {
    super(parts);
    this.requestId = parts.requestId ?? null;
  }
}

/** The account has no run of a Job with this id. */
export class JobNotFoundError extends NotFoundError {}

/** This hub knows nothing of Jobs. */
export class NoJobsError extends HubError {
  readonly code = "no-jobs";
  readonly exitCode = 1;
}

/** What was given as the id of a dispatch cannot be one. */
export class DispatchIdError extends UsageError {}

/** A webhook needs exactly one of a URL and a source Job. */
export class WebhookTargetError extends UsageError {}

/** The endpoint is no http or https address. */
export class EndpointError extends UsageError {}

/** The token cannot be sent in a header. */
export class TokenFormatError extends UsageError {}

/** The token file is there and cannot be read. */
export class TokenFileError extends HooklensError {
  readonly code = "token-file";
  readonly exitCode = 1;
}
