import { UsageError } from "../model/errors.ts";

/** Two handlers were to be at one path. */
export class DuplicateWebhookError extends UsageError {}

/** A handler without a name was registered without a path. */
export class WebhookNameError extends UsageError {}
