import { isJsonContainer, parseExactJson } from "../text/exact-json.ts";
import { UsageError } from "./errors.ts";
import type { JobDraft, JobFacts, JobImage } from "./job.ts";

/** Label with the ID of the repeated run. */
export const rerunLabel = "hooklens-rerun-of";

/** Name of the secret that a hub passes to runs of a webhook. */
const webhookSecretName = "WEBHOOK_SECRET";

/** Overrides of a rerun. Absent fields stay as in the repeated run. */
export interface RerunChange {
  readonly command?: readonly string[];
  /** Added or replaced variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Values of secrets, because hubs return only their names. */
  readonly secrets?: Readonly<Record<string, string>>;
  readonly timeoutSeconds?: number;
  readonly flavor?: string;
  readonly image?: JobImage;
  readonly namespace?: string;
}

/**
 * Returns the draft that repeats a run.
 * @param webhookSecret secret of the webhook that started the run; null without one
 * @throws {UsageError} a secret has no value, or the run has no image
 */
export function rerunDraft(run: JobFacts, change: RerunChange, webhookSecret: string | null): JobDraft {
  const { id, environment, labels } = run;
  const secrets = {
    ...(webhookSecret === null ? {} : { [webhookSecretName]: webhookSecret }),
    ...change.secrets,
  };
  const missing = run.secrets.filter((name) => !Object.hasOwn(secrets, name));
  if (missing.length > 0) {
    throw new UsageError({
      what: `run ${id} cannot be repeated without the values of ${missing.join(", ")}`,
      why: "a hub does not return secrets",
      hint: `Give them again, on the command line with --secret ${missing[0]}=env:${missing[0]}`,
    });
  }
  const timeoutSeconds = change.timeoutSeconds ?? run.timeoutSeconds;
  const flavor = change.flavor ?? run.flavor;
  const namespace = change.namespace ?? run.namespace;
  return {
    ...(change.image ?? imageOf(run)),
    command: change.command ?? run.command,
    environment: { ...environment, ...change.environment },
    labels: { ...labels, [rerunLabel]: id },
    ...(Object.keys(secrets).length === 0 ? {} : { secrets }),
    ...(flavor === null ? {} : { flavor }),
    ...(namespace === null ? {} : { namespace }),
    ...(timeoutSeconds === null ? {} : { timeoutSeconds }),
  };
}

function imageOf({ id, image, space }: JobFacts): JobImage {
  if (image !== null) return { image };
  if (space !== null) return { space };
  throw new UsageError({ what: `the hub does not say which image run ${id} used`, hint: "Give an image" });
}

/**
 * Returns the variables of an event with a payload, as a hub passes them to a Job
 * (https://huggingface.co/docs/hub/jobs-webhooks).
 * @throws {UsageError} the payload is not a JSON object
 */
export function payloadVariables(payload: string): Readonly<Record<string, string>> {
  const value = objectOf(payload);
  const repo = "repo" in value ? value.repo : null;
  return { WEBHOOK_PAYLOAD: JSON.stringify(value), ...repoVariables(repo) };
}

/** Returns the variables of the repo of an event; empty if it is not one. */
export function repoVariables(repo: unknown): Readonly<Record<string, string>> {
  if (typeof repo !== "object" || repo === null || !("name" in repo) || !("type" in repo)) return {};
  const { name, type } = repo;
  return typeof name === "string" && typeof type === "string"
    ? { WEBHOOK_REPO_ID: name, WEBHOOK_REPO_TYPE: type }
    : {};
}

function objectOf(text: string): object {
  const hint = "Write a JSON object, as a webhook sends it";
  try {
    const value = parseExactJson(text);
    if (isJsonContainer(value) && !Array.isArray(value)) return value;
  } catch (cause) {
    throw new UsageError({ what: "the payload is not JSON", why: String(cause), hint, cause });
  }
  throw new UsageError({ what: "the payload is not a JSON object", hint });
}
