import { z } from "zod";
import { deliverySchema, timeSchema } from "../../../model/delivery-fields.ts";
import type { Attempt } from "../../../model/delivery.ts";
import type { OutcomeUpdate } from "../../delivery-log.ts";
import {
  attemptSchema,
  attemptToJson,
  numberSchema,
  responseSchema,
  responseToJson,
} from "./message-schemas.ts";

/** State of the forward of a delivery: waits until `dueAtMs`, is attempted, or was given up. */
export type JobState =
  | { readonly id: number; readonly dueAtMs: number }
  | { readonly id: number; readonly leased: true }
  | { readonly id: number; readonly dead: true };

/** Change of a stored delivery. */
export type LogEvent =
  | { readonly kind: "outcome"; readonly seq: number; readonly update: OutcomeUpdate }
  | { readonly kind: "attempt"; readonly seq: number; readonly attempt: Attempt }
  /** `job` is null after the end of a forward. */
  | { readonly kind: "job"; readonly seq: number; readonly job: JobState | null };

const updateSchema = z.object({
  ...deliverySchema.pick({ outcome: true, status: true, durationMs: true, reason: true }).shape,
  response: responseSchema.nullable(),
  console: z.array(z.string()),
});

const id = z.int().min(0);
const jobSchema = z.union([
  z.object({ id, dueAtMs: timeSchema }),
  z.object({ id, leased: z.literal(true) }),
  z.object({ id, dead: z.literal(true) }),
]);

const seq = numberSchema;
const eventSchema: z.ZodType<LogEvent> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("outcome"), seq, update: updateSchema }),
  z.object({ kind: z.literal("attempt"), seq, attempt: attemptSchema }),
  z.object({ kind: z.literal("job"), seq, job: jobSchema.nullable() }),
]);

/** Returns the data of the message of an event. */
export function encodeEvent(event: LogEvent): string {
  return JSON.stringify(toJson(event));
}

function toJson(event: LogEvent): unknown {
  if (event.kind === "attempt") return { ...event, attempt: attemptToJson(event.attempt) };
  if (event.kind === "job") return event;
  const { update } = event;
  const { reason = null, response = null, console = [] } = update;
  return { ...event, update: { ...update, reason, response: responseToJson(response), console } };
}

/** Returns the event of a message; null if it is none. */
export function decodeEvent(data: Uint8Array): LogEvent | null {
  try {
    return eventSchema.parse(JSON.parse(Buffer.from(data).toString()));
  } catch {
    return null;
  }
}
