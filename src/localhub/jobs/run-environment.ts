import process from "node:process";
import type { JobTrigger, StoredJobSpec } from "../../store/job-port.ts";

/** What a run gets of this hub's own environment: nothing that could be a secret. */
const passedOn = ["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ"];

/**
 * Longer than this no single variable (`NAME=value` and the zero behind it) can be handed to a process on Linux: 32 pages
 * (execve(2), MAX_ARG_STRLEN). Other systems allow more; the limit is the same everywhere, so that a Job behaves the same.
 */
export const longestVariableBytes = 131_072;

/** The environment of a run: a few variables of this machine, then the Job's own, its secrets, and those of the event, the later ones winning. */
export function runEnvironment(
  spec: StoredJobSpec,
  trigger: JobTrigger | null,
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
  };
}

/** The first variable that is too long for a process to get, and its length; null: there is none. */
export function tooLongVariable(
  variables: Readonly<Record<string, string>>,
): { readonly name: string; readonly bytes: number } | null {
  for (const [name, value] of Object.entries(variables)) {
    const bytes = Buffer.byteLength(name) + Buffer.byteLength(value) + 2;
    if (bytes > longestVariableBytes) return { name, bytes };
  }
  return null;
}
