/** hooklens as a library. Experimental: pin the version. */
export type { HubAccount, HubClient, TriggerRequest, TriggerResult } from "./hub/client.ts";
export { createHubClient, type HubClientOptions } from "./hub/create-hub-client.ts";
export { HooklensError, isHooklensError } from "./model/errors.ts";
export { formatWatchedItem, parseWatchedItem, type WatchedItem } from "./model/watched-item.ts";
export type { Webhook, WebhookChange, WebhookDraft } from "./model/webhook.ts";
export { type WebhookPayload, webhookPayloadSchema } from "./model/payload.ts";
export type { Signer, TrustedKey } from "./policy/seal/keys.ts";
export { type ClauseProof, proveClause, verifyInclusion } from "./policy/seal/proof.ts";
export type { ReceiptFinding, ReceiptFindingKind } from "./policy/seal/receipt-finding.ts";
export { type Receipt, receiptLine } from "./policy/seal/receipt.ts";
export { seal, type SealOptions } from "./policy/seal/seal.ts";
export { type Verification, verify, type VerifyOptions } from "./policy/seal/verify.ts";
