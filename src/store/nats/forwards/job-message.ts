import { z } from "zod";
import { timeSchema } from "../../../model/delivery-fields.ts";
import { type LogNames, subjects } from "../names.ts";
import type { OutgoingMessage } from "../publisher.ts";

/** Job as its message has it. */
export interface StoredJob {
  readonly id: number;
  readonly lane: string;
  readonly body: unknown;
  readonly dueAtMs: number;
  /** True if its first attempt was in progress when it was enqueued; it is due if that receiver has ended. */
  readonly isLeased: boolean;
}

const dataSchema = z.object({ body: z.unknown(), dueAtMs: timeSchema, isLeased: z.boolean() });

/**
 * Returns the message of a job, which replaces an earlier one of the same job in the stream.
 * @throws {TypeError} its body cannot be serialized
 */
export function encodeJob({ log }: LogNames, { id, lane, ...data }: StoredJob): OutgoingMessage {
  return { subject: subjects.forward(log, lane, id), data: JSON.stringify(data) };
}

/** Returns the job of a message; null if it is none, because another program may publish to the stream. */
export function decodeJob(subject: string, data: Uint8Array): StoredJob | null {
  const place = placeOf(subject);
  const fields = dataSchema.safeParse(parsed(data));
  return place === null || !fields.success ? null : { ...place, ...fields.data };
}

/** Returns the lane and the ID in a subject of a job; null if it is none. */
export function placeOf(subject: string): { readonly lane: string; readonly id: number } | null {
  const [, , lane = "", id = "", ...more] = subject.split(".");
  return more.length === 0 && isNumber(lane) && isNumber(id) ? { lane, id: Number(id) } : null;
}

/** Returns true for the digits of a seq or an ID. */
function isNumber(text: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text));
}

function parsed(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString());
  } catch {
    return undefined;
  }
}
