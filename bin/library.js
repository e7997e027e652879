// The library, loaded at run time, so that an older Node says what is missing instead of a syntax error.
import { createRequire } from "node:module";
import { refusedNode } from "./node-version.js";

const refusal = refusedNode();
if (refusal !== null) throw new Error(refusal);

export const {
  applyEdits,
  checkPolicy,
  codePointColumns,
  coverage,
  diffPolicies,
  formatWatchedItem,
  HooklensError,
  HubClient,
  isHooklensError,
  matrix,
  parseWatchedItem,
  proveClause,
  receiptLine,
  seal,
  verify,
  verifyInclusion,
  webhookEndpoint,
  webhookPayloadSchema,
  WebhooksServer,
  withoutClause,
} = createRequire(import.meta.url)("../dist/index.js");
