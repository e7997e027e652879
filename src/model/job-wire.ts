import { z } from "zod";
import { type JobLogLine, type JobRun, finalStages } from "./job.ts";

/**
 * Run in responses of the Hub's API. Only the fields that every hub sends are required; unknown fields and
 * newer values pass.
 * Source: the Python client's `JobInfo`.
 */
export const jobSchema = z.looseObject({
  id: z.string().min(1),
  status: z.looseObject({ stage: z.string().min(1), message: z.string().nullish() }),
  command: z.array(z.string()).nullish(),
  arguments: z.array(z.string()).nullish(),
  dockerImage: z.string().nullish(),
  spaceId: z.string().nullish(),
  flavor: z.string().nullish(),
  initiator: z.looseObject({ type: z.string(), id: z.string() }).nullish(),
  createdAt: z.string().nullish(),
  startedAt: z.string().nullish(),
  finishedAt: z.string().nullish(),
});
export type WireJob = z.infer<typeof jobSchema>;

/** Final stages of a run (huggingface_hub `TERMINAL_JOB_STAGES`). */
const knownFinalStages: ReadonlySet<string> = new Set([...finalStages, "DELETED"]);

export function isFinalStage(stage: string): boolean {
  return knownFinalStages.has(stage);
}

/** Converts a run from the wire. */
export function jobFromWire(wire: WireJob): JobRun {
  return {
    id: wire.id,
    stage: wire.status.stage,
    ended: isFinalStage(wire.status.stage),
    message: wire.status.message ?? null,
    command: [...(wire.command ?? []), ...(wire.arguments ?? [])],
    image: wire.dockerImage ?? wire.spaceId ?? null,
    flavor: wire.flavor ?? null,
    webhookId: wire.initiator?.type === "webhook" ? wire.initiator.id : null,
    createdAt: wire.createdAt ?? null,
    startedAt: wire.startedAt ?? null,
    finishedAt: wire.finishedAt ?? null,
  };
}

/** Data of one event of a log stream. */
export const jobLogEventSchema = z.looseObject({ timestamp: z.string().nullish(), data: z.string() });

export function logLineFromWire({ timestamp, data }: z.infer<typeof jobLogEventSchema>): JobLogLine {
  return { at: timestamp ?? null, text: data };
}
