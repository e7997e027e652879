import { z } from "zod";
import { finalStages, type JobFacts, type JobFlavor, type JobLogLine, type JobRun } from "./job.ts";

/**
 * Run in API responses of a hub. Requires only the fields that every hub sends; unknown fields and newer values pass.
 * Source: `JobInfo` of the Python client.
 */
export const jobSchema = z.looseObject({
  id: z.string().min(1),
  status: z.looseObject({ stage: z.string().min(1), message: z.string().nullish() }),
  command: z.array(z.string()).nullish(),
  arguments: z.array(z.string()).nullish(),
  dockerImage: z.string().nullish(),
  spaceId: z.string().nullish(),
  flavor: z.string().nullish(),
  timeout: z.number().nullish(),
  labels: z.record(z.string(), z.unknown()).nullish(),
  environment: z.record(z.string(), z.unknown()).nullish(),
  secrets: z.union([z.record(z.string(), z.unknown()), z.array(z.string())]).nullish(),
  owner: z.looseObject({ name: z.string() }).nullish(),
  initiator: z.looseObject({ type: z.string(), id: z.string(), dispatchId: z.string().nullish() }).nullish(),
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
  const { initiator } = wire;
  const isOfWebhook = initiator?.type === "webhook";
  return {
    id: wire.id,
    namespace: wire.owner?.name ?? null,
    stage: wire.status.stage,
    ended: isFinalStage(wire.status.stage),
    message: wire.status.message ?? null,
    command: [...(wire.command ?? []), ...(wire.arguments ?? [])],
    image: wire.dockerImage ?? null,
    space: wire.spaceId ?? null,
    flavor: wire.flavor ?? null,
    timeoutSeconds: wire.timeout ?? null,
    labels: texts(wire.labels),
    webhookId: isOfWebhook ? initiator.id : null,
    dispatchId: isOfWebhook ? (initiator.dispatchId ?? null) : null,
    createdAt: wire.createdAt ?? null,
    startedAt: wire.startedAt ?? null,
    finishedAt: wire.finishedAt ?? null,
  };
}

/** Converts a run with its variables from the wire. */
export function jobFactsFromWire(wire: WireJob): JobFacts {
  const { environment, secrets } = wire;
  const names = Array.isArray(secrets) ? secrets : Object.keys(secrets ?? {});
  return { ...jobFromWire(wire), environment: texts(environment), secrets: names };
}

function texts(values: Readonly<Record<string, unknown>> | null | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, String(value)]));
}

/** Hardware in responses of the Hub's API. Source: the Python client's `JobHardware`. */
export const jobFlavorSchema = z
  .looseObject({ name: z.string(), prettyName: z.string().nullish(), unitCostUSD: z.number() })
  .transform(({ name, prettyName, unitCostUSD }): JobFlavor => ({
    name,
    title: prettyName ?? name,
    usdPerMinute: unitCostUSD,
  }));

/** Data of one event of a log stream. */
export const jobLogEventSchema = z.looseObject({ timestamp: z.string().nullish(), data: z.string() });

export function logLineFromWire({ timestamp, data }: z.infer<typeof jobLogEventSchema>): JobLogLine {
  return { at: timestamp ?? null, text: data };
}
