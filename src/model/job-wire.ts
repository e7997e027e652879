import { z } from "zod";
import type { JobLogLine, JobRun } from "./job.ts";

/**
 * A run as the Hub's API answers it, with only what every hub must tell required. Unknown fields and newer values pass.
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

/** Stages a run does not leave again (huggingface_hub `TERMINAL_JOB_STAGES`). */
const finalStages: ReadonlySet<string> = new Set(["COMPLETED", "CANCELED", "ERROR", "DELETED"]);

export function isFinalStage(stage: string): boolean {
  return finalStages.has(stage);
}

/** The wire's shape as ours. */
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

/** The data of one event of a log's stream. */
export const jobLogEventSchema = z.looseObject({ timestamp: z.string().nullish(), data: z.string() });

export function logLineFromWire({ timestamp, data }: z.infer<typeof jobLogEventSchema>): JobLogLine {
  return { at: timestamp ?? null, text: data };
}
