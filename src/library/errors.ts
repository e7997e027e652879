import { HooklensError, UsageError } from "../model/errors.ts";

/** Two handlers were to be at one path. */
export class DuplicateWebhookError extends UsageError {}

/** A handler without a name was registered without a path. */
export class WebhookNameError extends UsageError {}

/** A server was closed while it started: there is no URL that anybody could send to. */
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
