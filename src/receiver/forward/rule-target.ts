import { deliverySchema } from "../../model/delivery-fields.ts";
import type { DeliveryDetail } from "../../model/delivery.ts";
import { type FilterRow, matchesFilter } from "../../model/filter.ts";
import { readPayload } from "../../model/payload-read.ts";
import { requestText } from "../../model/search-tokens.ts";
import type { Incoming } from "../action.ts";
import { loggedHeaders, loggedTarget } from "../headers.ts";
import type { ForwardRule } from "./rules.ts";

/** Part of a delivery that rules read. */
type Arrived = Pick<
  DeliveryDetail,
  | "route"
  | "path"
  | "event"
  | "repo"
  | "webhookId"
  | "remote"
  | "schemaValid"
  | "replayOf"
  | "headers"
  | "body"
>;

/** Delivery without known fields; rules do not read them (`parseForwardRule`). */
const arriving = deliverySchema.parse({
  seq: 1,
  receivedAt: new Date(0).toISOString(),
  route: null,
  method: "POST",
  path: "/",
  remote: "",
  bytes: 0,
  sha256: null,
  event: null,
  repo: null,
  webhookId: null,
  auth: "open",
  outcome: "pending",
  schemaValid: null,
  status: null,
  durationMs: null,
  replayOf: null,
  duplicateOf: null,
  reason: null,
  nextAttemptAt: null,
  dead: false,
});

/** Returns the target of the first matching rule, or null. */
export function ruleTarget(rules: readonly ForwardRule[], delivery: Arrived): string | null {
  if (rules.length === 0) return null;
  const row: FilterRow = { ...arriving, ...delivery };
  // Words are searched in the logged part of the request, so that rules and filters select the same deliveries.
  const text = (): string =>
    requestText({ body: delivery.body, headers: loggedHeaders(delivery.headers, []) });
  return rules.find(({ where }) => matchesFilter(where, row, text))?.target ?? null;
}

/** Returns the target of the first rule that matches an arriving delivery, or null. */
export function ruleTargetOf(rules: readonly ForwardRule[], incoming: Incoming): string | null {
  if (rules.length === 0) return null;
  const { event, repo, webhookId } = readPayload(incoming.payload);
  return ruleTarget(rules, { ...incoming, path: loggedTarget(incoming.target, []), event, repo, webhookId });
}
