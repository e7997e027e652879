import { runInProcess } from "../cli.ts";
import type { ProcessResult } from "../node-process.ts";

/** Runs `hooklens policy` with the answer to what it asks about a seal, and without what it says then. */
export async function runAgreed(args: readonly string[], home: string): Promise<ProcessResult> {
  const isAsked = args[0] === "seal" || args[0] === "sign";
  const run = await runInProcess(["policy", ...args, ...(isAsked ? ["--yes"] : [])], { home });
  return { ...run, stderr: run.stderr.replaceAll(/^(?:[▼⚑▲]| ) .*\n/gm, "") };
}
