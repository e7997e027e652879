/** hooklens as a library. Experimental: pin the version. */
export type { HubAccount, TriggerRequest, TriggerResult } from "./hub/client.ts";
export { HubClient, type HubClientOptions } from "./library/hub-client.ts";
export type { WebhooksPage, WebhooksUi } from "./library/ui.ts";
export { type WebhookEndpoint, webhookEndpoint } from "./library/webhook-endpoint.ts";
export { WebhooksServer, type WebhooksServerOptions } from "./library/webhooks-server.ts";
export type { WebhookErrorListener, WebhookOptions } from "./library/registered-webhooks.ts";
export type { Header } from "./model/delivery.ts";
export { HooklensError, isHooklensError } from "./model/errors.ts";
export { formatWatchedItem, parseWatchedItem, type WatchedItem } from "./model/watched-item.ts";
export type { Webhook, WebhookChange, WebhookDraft } from "./model/webhook.ts";
export { type WebhookPayload, webhookPayloadSchema } from "./model/payload.ts";
export type { Handler, HandlerResult, WebhookRequest } from "./receiver/handlers/handler.ts";
export type { ReceiverLimits } from "./receiver/limits.ts";
export type { CheckOptions, PolicyCheck } from "./policy/check-document.ts";
export { checkPolicy } from "./policy/check.ts";
export {
  type AxisStanding,
  type Carrier,
  type ClauseLoss,
  coverage,
  type Coverage,
  type MandatoryAxis,
  withoutClause,
} from "./policy/matrix/coverage.ts";
export type { ChangeKind, Direction, PolicyChange } from "./policy/diff/change.ts";
export { diffPolicies, type PolicyDiff } from "./policy/diff/diff-policies.ts";
export type { PolicyDocument } from "./policy/document.ts";
export type { Edit, Finding, Fix, Place, Severity } from "./policy/finding.ts";
export type {
  Axis,
  AxisLabel,
  AxisMapping,
  Clause,
  ComplianceThresholds,
  Enforcement,
  Policy,
  PolicyMeta,
  ReceiptChain,
  Vertical,
} from "./policy/policy.ts";
export type { ReadableClause, ReadableMapping } from "./policy/matrix/readable-policy.ts";
export { applyEdits, type Edited } from "./policy/edit/apply-edits.ts";
export { matrix, type PolicyMatrix } from "./policy/matrix/matrix.ts";
export { codePointColumns } from "./policy/lines.ts";
export type { Signer, TrustedKey } from "./policy/seal/keys.ts";
export { type ClauseProof, proveClause, verifyInclusion } from "./policy/seal/proof.ts";
export type { ReceiptFinding, ReceiptFindingKind } from "./policy/seal/receipt-finding.ts";
export { type Receipt, receiptLine } from "./policy/seal/receipt.ts";
export { seal, type SealOptions } from "./policy/seal/seal.ts";
export type { SigningRule, SigningState } from "./policy/seal/signing-rule.ts";
export { type Verification, verify, type VerifyOptions } from "./policy/seal/verify.ts";
