import type { DeliveryDetail } from "./delivery.ts";
import { fieldsOf, nameIn, partOf } from "./payload-fields.ts";
import { namesOf, type PayloadNames } from "./payload-names.ts";
import { isWebhookPayload, type Violation, violationsOf } from "./payload.ts";
import { subjectOf } from "./subject.ts";

/**
 * Payload fields that the receiver logs. A field is null if part of it is missing or not a non-empty string.
 */
export interface PayloadSummary extends PayloadNames {
  readonly webhookId: string | null;
  /** Change in few words; null if the payload does not say. */
  readonly subject: string | null;
  /** True if the payload matches `webhookPayloadSchema`. */
  readonly schemaValid: boolean;
}

/**
 * Extracts the logged fields and checks the schema. Never throws. Runs for every delivery before the response. The
 * schema check takes a third of the time of `JSON.parse` for a valid payload and many times that for an invalid one;
 * it is skipped unless the required names are present.
 */
export function readPayload(value: unknown): PayloadSummary {
  const payload = fieldsOf(value);
  const { event, repo } = namesOf(payload);
  const webhookId = nameIn(partOf(payload, "webhook"), "id");
  const mayBeValid = event !== null && repo !== null && webhookId !== null;
  return {
    event,
    repo,
    webhookId,
    subject: subjectOf(payload),
    schemaValid: mayBeValid && isWebhookPayload(payload),
  };
}

/** Returns the schema violations of a stored body; empty for a valid, unread or non-JSON body. */
export function violationsIn({
  body,
  schemaValid,
}: Pick<DeliveryDetail, "body" | "schemaValid">): readonly Violation[] {
  if (schemaValid !== false) return [];
  try {
    return violationsOf(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    // The body is not JSON or only partly stored; `reason` of the row explains it.
    return [];
  }
}
