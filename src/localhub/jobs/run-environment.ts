import process from "node:process";
import type { StoredJobRun } from "../../store/job-records.ts";

/** Variables a run inherits from the hub: none that could be a secret. */
const passedOn = ["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ"];

/**
 * Longer than this no single variable (`NAME=value` and the zero behind it) can be handed to a process on Linux: 32 pages
 * (execve(2), MAX_ARG_STRLEN). Other systems allow more; the limit is the same everywhere, so that a Job behaves the same.
 */
export const longestVariableBytes = 131_072;

/**
 * The environment of a run: a few variables of this machine, then the Job's own, its secrets, and those of the event, the later ones winning.
 * @param secret current secret of the webhook that started it, or null
 */
export function runEnvironment(
  { spec, trigger }: Pick<StoredJobRun, "spec" | "trigger">,
  secret: string | null,
  scratch: string,
): Record<string, string> {
  const own = passedOn.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(own),
    HOME: scratch,
    TMPDIR: scratch,
    ...spec.environment,
    ...spec.secrets,
    ...trigger?.variables,
    ...secretVariable(secret),
  };
}

/** Variable of the webhook's secret, which is not stored with the event's other variables. */
export function secretVariable(secret: string | null): { readonly WEBHOOK_SECRET?: string } {
  return secret === null ? {} : { WEBHOOK_SECRET: secret };
}

/** Returns the first variable that exceeds the limit and its length, or null. */
export function tooLongVariable(
  variables: Readonly<Record<string, string>>,
): { readonly name: string; readonly bytes: number } | null {
  for (const [name, value] of Object.entries(variables)) {
    const bytes = Buffer.byteLength(name) + Buffer.byteLength(value) + 2;
    if (bytes > longestVariableBytes) return { name, bytes };
  }
  return null;
}
