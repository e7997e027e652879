import type { DeliveryDetail, RepoName } from "./delivery.ts";
import type { EventName } from "./event.ts";
import { isWebhookPayload, violationsOf } from "./payload.ts";

/** What the receiver logs of a payload. What is missing or not a text is null, whatever else is there. */
export interface PayloadSummary {
  readonly event: EventName | null;
  readonly repo: RepoName | null;
  readonly webhookId: string | null;
  /** The verdict of `webhookPayloadSchema`. */
  readonly schemaValid: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const none: Fields = Object.freeze({});

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value as an object; one without fields where it is none. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : none;
}

/** An own property that is a text and not empty: a name that was sent, not one that was inherited. */
export function nameIn(fields: Fields, key: string): string | null {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return typeof value === "string" && value !== "" ? value : null;
}

/** An own property that is an object; one without fields where it is none. */
export function partOf(payload: Fields, key: string): Fields {
  return Object.hasOwn(payload, key) ? fieldsOf(payload[key]) : none;
}

/**
 * Reads of a parsed body what the log keeps, and whether it has all the schema requires. Never throws.
 * It runs for every delivery before that is acknowledged. The schema takes a third of what `JSON.parse` takes for a good payload, but
 * many times that to word its issues with a bad one, so it is asked only when what it always requires is there.
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
    schemaValid: mayBeValid && isWebhookPayload(payload),
  };
}

/** Names what a stored body lacks of the schema, as `violationsOf` does; empty also where it was not judged, or is no JSON. */
export function violationsIn({
  body,
  schemaValid,
}: Pick<DeliveryDetail, "body" | "schemaValid">): readonly string[] {
  if (schemaValid !== false) return [];
  try {
    return violationsOf(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    // No JSON, or not all of it was stored: the reason on the row says so.
    return [];
  }
}
