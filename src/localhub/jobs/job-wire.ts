import { isFinalStage } from "../../model/job-wire.ts";
import type { StoredJobRun, StoredJobSpec } from "../../store/job-records.ts";
import { redacted } from "../../text/redact.ts";
import { idOfName } from "../events/event-payload.ts";

/**
 * Formats the spec of a Job for the API (huggingface_hub `JobSpec`), without unset fields and without the
 * values of secrets.
 */
export function jobSpecResponse({ dockerImage, spaceId, timeoutSeconds, secrets, ...spec }: StoredJobSpec) {
  const { command, arguments: args, environment, flavor, labels, unused } = spec;
  const { volumes, tags, arch } = unused;
  return {
    ...(dockerImage === null ? {} : { dockerImage }),
    ...(spaceId === null ? {} : { spaceId }),
    command: [...command],
    arguments: [...args],
    environment: { ...environment },
    secrets: Object.fromEntries(Object.keys(secrets).map((name) => [name, redacted])),
    flavor,
    labels: { ...labels },
    ...(timeoutSeconds === null ? {} : { timeout: timeoutSeconds }),
    ...(isList(volumes) ? { volumes } : {}),
    ...(isList(tags) ? { tags } : {}),
    ...(typeof arch === "string" ? { arch } : {}),
  };
}

/** Formats a run for the API (huggingface_hub `JobInfo`). */
export function jobResponse(run: StoredJobRun, nowMs: number) {
  const { id, account, spec, trigger, stage, message, createdAt, startedAt, finishedAt } = run;
  const shown = message ?? (isFinalStage(stage) ? null : localNote(spec));
  return {
    id,
    ...jobSpecResponse(spec),
    environment: { ...spec.environment, ...trigger?.variables },
    createdAt,
    ...(startedAt === null ? {} : { startedAt }),
    ...(finishedAt === null ? {} : { finishedAt }),
    status: { stage, ...(shown === null ? {} : { message: shown }) },
    durations: durations(run, nowMs),
    owner: { id: idOfName(account), name: account, type: "user" as const },
    initiator:
      trigger === null
        ? { type: "user" as const, id: idOfName(account), name: account }
        : {
            type: "webhook" as const,
            id: trigger.webhookId,
            ...(trigger.dispatchId === null ? {} : { dispatchId: String(trigger.dispatchId) }),
          },
  };
}

function durations({ createdAt, startedAt, finishedAt }: StoredJobRun, nowMs: number) {
  const endMs = finishedAt === null ? nowMs : Date.parse(finishedAt);
  const seconds = (fromMs: number, toMs: number): number => Math.max(0, Math.round((toMs - fromMs) / 1000));
  const createdMs = Date.parse(createdAt);
  const startedMs = startedAt === null ? null : Date.parse(startedAt);
  return {
    schedulingSecs: startedMs === null ? null : seconds(createdMs, startedMs),
    runningSecs: startedMs === null ? null : seconds(startedMs, endMs),
    totalSecs: seconds(createdMs, endMs),
  };
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

/** Returns the limitations of a local run, for the status message of a run and the first line of its log. */
export function localNote({ dockerImage, spaceId, flavor, unused }: StoredJobSpec): string {
  const image = dockerImage === null ? `the image of Space ${spaceId ?? ""}` : `image ${dockerImage}`;
  const others = ["volumes", "expose", "ssh", "network"].filter((name) => name in unused);
  const list = new Intl.ListFormat("en").format([image, `flavor ${flavor}`, ...others]);
  return `a process on this machine: ${list} are recorded but not used`;
}

/**
 * Returns the first line of a log. The Hub's logs start with the same words, and its Python client skips such
 * a line (huggingface_hub `fetch_job_logs`), so a script reads only the output of its Job.
 */
export function firstLine(spec: StoredJobSpec): string {
  return `===== Job started as ${localNote(spec)} =====`;
}
