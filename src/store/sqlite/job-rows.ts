import { z } from "zod";
import { jobStages } from "../../model/job.ts";
import type { StoredJobRun } from "../job-port.ts";
import type { Row } from "./delivery-rows.ts";

const texts = z.record(z.string(), z.string());

const specSchema = z.object({
  command: z.array(z.string()),
  arguments: z.array(z.string()),
  environment: texts,
  secrets: texts,
  dockerImage: z.string().nullable(),
  spaceId: z.string().nullable(),
  flavor: z.string(),
  timeoutSeconds: z.number().nullable(),
  labels: texts,
  unused: z.record(z.string(), z.unknown()),
});

const triggerSchema = z.object({ webhookId: z.string(), variables: texts });

/** What was asked for is kept as JSON text. */
const jobRunRowSchema = z.object({
  id: z.string(),
  account: z.string(),
  spec: z.string().transform((text) => specSchema.parse(JSON.parse(text))),
  trigger: z
    .string()
    .transform((text) => triggerSchema.parse(JSON.parse(text)))
    .nullable(),
  stage: z.enum(jobStages),
  message: z.string().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  pid: z.number().nullable(),
  process_mark: z.string().nullable(),
});

export function jobRunFromRow(row: Row): StoredJobRun {
  const { created_at, started_at, finished_at, pid, process_mark, ...same } = jobRunRowSchema.parse(row);
  return {
    ...same,
    createdAt: created_at,
    startedAt: started_at,
    finishedAt: finished_at,
    process: pid === null || process_mark === null ? null : { pid, mark: process_mark },
  };
}
