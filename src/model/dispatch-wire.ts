import { z } from "zod";
import type { Header } from "./delivery.ts";
import { dispatchStates, type DispatchAttempt, type DispatchDetail } from "./dispatch.ts";
import { lastRunSchema } from "./webhook-activity-wire.ts";

/** Dispatch in a response of a local hub's activity API. */
export const dispatchSchema = z.object({
  id: z.int(),
  createdAt: z.string(),
  event: z.object({ scope: z.string(), action: z.string() }),
  repo: z.object({ type: z.string(), name: z.string() }),
  messageId: z.string(),
  state: z.enum(dispatchStates),
  attemptCount: z.int(),
  lastAttemptAt: z.string().nullable(),
  lastStatus: z.int().nullable(),
  lastError: z.string().nullable(),
  nextAttemptAt: z.string().nullable(),
  run: lastRunSchema.nullable().default(null),
});

export const activityPageSchema = z.object({ dispatches: z.array(dispatchSchema), more: z.boolean() });

/** Response of a target, with exactly one of `body` (UTF-8) and `bodyBase64` (anything else). */
const answerSchema = z.object({
  headers: z.array(z.array(z.string())),
  body: z.string().optional(),
  bodyBase64: z.string().optional(),
});
type WireAnswer = z.infer<typeof answerSchema>;

const attemptSchema = z.object({
  target: z.string(),
  startedAt: z.string(),
  status: z.int().nullable(),
  error: z.string().nullable(),
  durationMs: z.number(),
  replay: z.boolean(),
  jobRun: z.string().nullable(),
  nextAttemptAt: z.string().nullable(),
  /** Response of the target; null if there was none. */
  answer: answerSchema.nullable(),
});

export const dispatchDetailSchema = dispatchSchema.extend({
  /** JSON text that every attempt sends. */
  payload: z.string(),
  attempts: z.array(attemptSchema),
});
export type WireDispatchDetail = z.infer<typeof dispatchDetailSchema>;

export function dispatchToWire(dispatch: DispatchDetail): WireDispatchDetail {
  return {
    ...dispatch,
    event: { ...dispatch.event },
    repo: { ...dispatch.repo },
    attempts: dispatch.attempts.map(({ answerHeaders, answer, ...attempt }) => ({
      ...attempt,
      answer: attempt.status === null ? null : answerToWire(answerHeaders, answer),
    })),
  };
}

export function dispatchFromWire(wire: WireDispatchDetail): DispatchDetail {
  return { ...wire, attempts: wire.attempts.map(attemptFromWire) };
}

function attemptFromWire({ answer, ...attempt }: WireDispatchDetail["attempts"][number]): DispatchAttempt {
  const headers = (answer?.headers ?? []).map(([name = "", value = ""]): Header => [name, value]);
  return { ...attempt, answerHeaders: headers, answer: answer === null ? new Uint8Array() : bytesOf(answer) };
}

function answerToWire(headers: readonly Header[], bytes: Uint8Array): WireAnswer {
  const shared = { headers: headers.map((header) => [...header]) };
  try {
    return { ...shared, body: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    // The body is not UTF-8, or is cut within a character.
    return { ...shared, bodyBase64: Buffer.from(bytes).toString("base64") };
  }
}

function bytesOf({ body, bodyBase64 }: WireAnswer): Uint8Array {
  return body === undefined ? Buffer.from(bodyBase64 ?? "", "base64") : Buffer.from(body);
}
