import { HooklensError, UsageError } from "../model/errors.ts";

/** The path already has a handler. */
export class DuplicateWebhookError extends UsageError {}

/** A handler without a name needs a path. */
export class WebhookNameError extends UsageError {}

/** The server was closed during its start, so it has no URL. */
export class ServerClosedError extends HooklensError {
  readonly code = "server-closed";
  readonly exitCode = 1;

  constructor() {
    super({
      what: "the webhooks server is not listening",
      why: "it was closed during its start",
      hint: "Call launch() again to start it",
    });
  }
}
