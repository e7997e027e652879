import { runCli } from "../cli.ts";

/** Runs `hooklens policy` with the answer to what it asks about a seal, and without what it says then. */
export async function runAgreed(args: readonly string[], home: string): ReturnType<typeof runCli> {
  const isAsked = args[0] === "seal" || args[0] === "sign";
  const run = await runCli(["policy", ...args, ...(isAsked ? ["--yes"] : [])], { home });
  return { ...run, stderr: run.stderr.replaceAll(/^(?:[▼⚑▲]| ) .*\n/gm, "") };
}
