/** hooklens as a library. Experimental: pin the version. */
export type { HubAccount, HubClient, TriggerRequest, TriggerResult } from "./hub/client.ts";
export { createHubClient, type HubClientOptions } from "./hub/create-hub-client.ts";
export { HooklensError, isHooklensError } from "./model/errors.ts";
export { formatWatchedItem, parseWatchedItem, type WatchedItem } from "./model/watched-item.ts";
export type { Webhook, WebhookChange, WebhookDraft } from "./model/webhook.ts";
export { type WebhookPayload, webhookPayloadSchema } from "./model/payload.ts";
