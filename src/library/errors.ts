import { HooklensError, UsageError } from "../model/errors.ts";

/** A path already has a handler. */
export class DuplicateWebhookError extends UsageError {}

/** A handler without a name was registered without a path. */
export class WebhookNameError extends UsageError {}

/** The server was closed while it started, so it has no URL. */
export class ServerClosedError extends HooklensError {
  readonly code = "server-closed";
  readonly exitCode = 1;

  constructor() {
    super({
      what: "the webhooks server does not listen",
      why: "it was closed while it started",
      hint: "Call launch() again to start it",
    });
  }
}
