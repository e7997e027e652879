import { z } from "@hono/zod-openapi";
import { jobStages } from "../../model/job.ts";
import type { StoredJobSpec } from "../../store/job-records.ts";

/** Text without NUL, which arguments and environment variables cannot contain. */
const text = z.string().refine((value) => !value.includes("\0"), { error: "must not contain NUL" });

/** Value of a variable. Python clients also send numbers and booleans. */
const variableValue = z.union([text, z.number(), z.boolean()]).transform(String);

const variables = z
  .record(z.string(), variableValue)
  .refine((record) => Object.keys(record).every((name) => /^[^=\0]+$/.test(name)), {
    error: "must have non-empty names without =",
  });

/**
 * Labels, with keys and values in the Hub's format (huggingface_hub `update_job_labels`). Names that its
 * client generates also contain dots.
 */
const labels = z
  .record(z.string(), z.string())
  .refine(
    (record) =>
      Object.entries(record).every(
        ([key, value]) => /^[\w.-]{1,100}$/.test(key) && /^[\w.-]{0,100}$/.test(value),
      ),
    { error: "must have keys and values of at most 100 letters, digits, dashes, underscores and dots" },
  );

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

export const newJobSchema = z
  .looseObject({
    command: optional(z.array(text)),
    arguments: optional(z.array(text)),
    environment: optional(variables),
    secrets: optional(variables),
    dockerImage: optional(z.string().min(1)),
    spaceId: optional(z.string().min(1)),
    flavor: optional(z.string().min(1)),
    timeoutSeconds: optional(z.number().positive({ error: "must be greater than 0" })),
    labels: optional(labels),
  })
  .check((context) => {
    const { command = [], arguments: args = [], dockerImage, spaceId } = context.value;
    const complain = (message: string): void => {
      context.issues.push({ code: "custom", input: context.value, message });
    };
    if ((dockerImage === undefined) === (spaceId === undefined)) {
      complain(
        dockerImage === undefined
          ? "must contain at least one of [dockerImage, spaceId]"
          : "contains a conflict between exclusive peers [dockerImage, spaceId]",
      );
    }
    if (!(command[0] ?? args[0])) {
      complain('must contain a "command": a local hub does not know what the image would start');
    }
  })
  .openapi("NewJob", {
    example: {
      command: ["python", "-c", "print('hello')"],
      arguments: [],
      environment: {},
      flavor: "cpu-basic",
      dockerImage: "python:3.12",
    },
  });

/** Converts a request to the stored spec. Other fields are kept in `unused`. */
export function specOf(body: z.output<typeof newJobSchema>): StoredJobSpec {
  const { command, arguments: args, environment, secrets, dockerImage, spaceId, ...rest } = body;
  const { flavor, timeoutSeconds, labels, ...unused } = rest;
  return {
    command: command ?? [],
    arguments: args ?? [],
    environment: environment ?? {},
    secrets: secrets ?? {},
    dockerImage: dockerImage ?? null,
    spaceId: spaceId ?? null,
    flavor: flavor ?? "cpu-basic",
    timeoutSeconds: timeoutSeconds ?? null,
    labels: labels ?? {},
    unused,
  };
}

export const labelsSchema = z.object({ labels }).openapi("JobLabels");

const anyObjects = z.array(z.unknown());
const texts = z.record(z.string(), z.string());

const specFields = {
  dockerImage: z.string().optional(),
  spaceId: z.string().optional(),
  command: z.array(z.string()),
  arguments: z.array(z.string()),
  environment: texts,
  secrets: texts.openapi({ description: "Names only; each value is `[redacted]`" }),
  flavor: z.string(),
  labels: texts,
  timeout: z.number().optional().openapi({ description: "Seconds" }),
  volumes: anyObjects.optional(),
  tags: anyObjects.optional(),
  arch: z.string().optional(),
};

/** Schema of a webhook's `job`. */
export const jobSpecResponseSchema = z
  .object({ id: z.string().optional(), ...specFields })
  .openapi("JobSpec");

const seconds = z.number().nullable();

export const jobResponseSchema = z
  .object({
    id: z.string(),
    ...specFields,
    createdAt: z.string(),
    startedAt: z.string().optional(),
    finishedAt: z.string().optional(),
    status: z.object({ stage: z.enum(jobStages), message: z.string().optional() }),
    durations: z.object({ schedulingSecs: seconds, runningSecs: seconds, totalSecs: z.number() }),
    owner: z.object({ id: z.string(), name: z.string(), type: z.literal("user") }),
    initiator: z.object({
      type: z.enum(["user", "webhook"]),
      id: z.string(),
      name: z.string().optional(),
      dispatchId: z.string().optional().openapi({ description: "Dispatch that started the run" }),
    }),
  })
  .openapi("Job");

export const hardwareResponseSchema = z
  .object({
    name: z.string(),
    prettyName: z.string(),
    cpu: z.string(),
    ram: z.string(),
    unitCostMicroUSD: z.number(),
    unitCostUSD: z.number(),
    unitLabel: z.string(),
  })
  .openapi("JobHardware");
