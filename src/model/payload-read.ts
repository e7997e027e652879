import type { DeliveryDetail, RepoName } from "./delivery.ts";
import type { EventName } from "./event.ts";
import { fieldsOf, nameIn, partOf } from "./payload-fields.ts";
import { isWebhookPayload, type Violation, violationsOf } from "./payload.ts";
import { subjectOf } from "./subject.ts";

/**
 * Fields of a payload that the receiver logs; a field is null if a part of it is missing or not a non-empty
 * string.
 */
export interface PayloadSummary {
  readonly event: EventName | null;
  readonly repo: RepoName | null;
  readonly webhookId: string | null;
  /** Change in few words; null if the payload does not say. */
  readonly subject: string | null;
  /** True if the payload matches `webhookPayloadSchema`. */
  readonly schemaValid: boolean;
}

/**
 * Extracts the fields the log stores and checks the schema. Never throws. Runs for every delivery before the
 * response. The schema takes a third of the time of `JSON.parse` for a valid payload and many times that for
 * an invalid one, so it runs only if the required names are present.
 */
export function readPayload(value: unknown): PayloadSummary {
  const payload = fieldsOf(value);
  const eventPart = partOf(payload, "event");
  const repoPart = partOf(payload, "repo");
  const scope = nameIn(eventPart, "scope");
  const action = nameIn(eventPart, "action");
  const type = nameIn(repoPart, "type");
  const name = nameIn(repoPart, "name");
  const webhookId = nameIn(partOf(payload, "webhook"), "id");
  const event = scope === null || action === null ? null : { scope, action };
  const repo = type === null || name === null ? null : { type, name };
  const mayBeValid = event !== null && repo !== null && webhookId !== null;
  return {
    event,
    repo,
    webhookId,
    subject: subjectOf(payload),
    schemaValid: mayBeValid && isWebhookPayload(payload),
  };
}

/** Returns the schema violations of a stored body; empty if it matches, was not read or is not JSON. */
export function violationsIn({
  body,
  schemaValid,
}: Pick<DeliveryDetail, "body" | "schemaValid">): readonly Violation[] {
  if (schemaValid !== false) return [];
  try {
    return violationsOf(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    // The body is not JSON or was stored in part; the reason in the row says so.
    return [];
  }
}
