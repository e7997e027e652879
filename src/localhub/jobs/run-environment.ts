import process from "node:process";
import type { StoredJobRun } from "../../store/job-records.ts";

/** Variables that a run inherits from the hub; none of them contains a secret. */
const passedOn = ["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ"];

/**
 * Maximum length of a variable of a process on Linux, in bytes, with `NAME=` and the terminating zero: 32
 * pages (execve(2), MAX_ARG_STRLEN). Other systems allow more; the limit applies everywhere, so that Jobs are
 * portable.
 */
export const maxVariableBytes = 131_072;

/**
 * Returns the environment of a run: variables of this machine, of the Job, its secrets, of the event, and the
 * webhook's secret; later ones override.
 * @param secret current secret of the webhook that started the run; null without one
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

/** Returns the variable of the webhook's secret, which is not stored with the run. */
export function secretVariable(secret: string | null): { readonly WEBHOOK_SECRET?: string } {
  return secret === null ? {} : { WEBHOOK_SECRET: secret };
}

/** Returns the first variable that exceeds the limit, with its length, or null. */
export function tooLongVariable(
  variables: Readonly<Record<string, string>>,
): { readonly name: string; readonly bytes: number } | null {
  for (const [name, value] of Object.entries(variables)) {
    const bytes = Buffer.byteLength(name) + Buffer.byteLength(value) + 2;
    if (bytes > maxVariableBytes) return { name, bytes };
  }
  return null;
}
