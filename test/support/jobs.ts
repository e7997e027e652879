import { readdirSync, readFileSync } from "node:fs";
import type { HubClient } from "../../src/hub/client.ts";
import type { JobRun } from "../../src/model/job.ts";
import { testHub, type TestHub } from "./local-hub.ts";

/** Runs a shell script as a Job. */
export function runScript(
  { client }: Pick<TestHub, "client">,
  script: string,
  more: { readonly environment?: Record<string, string>; readonly timeoutSeconds?: number } = {},
): Promise<JobRun> {
  return client.runJob({ command: ["sh", "-c", script], image: "python:3.12", ...more });
}

/** Creates a hub that runs its queued Jobs. */
export async function jobHub(options: Parameters<typeof testHub>[0] = {}): Promise<TestHub> {
  const made = await testHub(options);
  made.hub.startDispatching();
  return made;
}

/** Returns the output of a run, once it has ended, without the lines of the hub. */
export async function outputOf(client: HubClient, id: string): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const { text } of client.jobLog(id)) if (!text.startsWith("=====")) lines.push(text);
  return lines;
}

/** Returns the run once it has ended, which is when its log ends. */
export async function endOf(client: HubClient, id: string): Promise<JobRun> {
  await outputOf(client, id);
  return client.getJob(id);
}

/** Returns the first line of output as soon as it is printed. */
export async function firstWord(client: HubClient, id: string): Promise<string> {
  const enough = new AbortController();
  for await (const { text } of client.jobLog(id, enough.signal)) {
    if (text.startsWith("=====")) continue;
    enough.abort();
    return text;
  }
  throw new Error(`run ${id} ended without a word`);
}

/** The command lines of the processes that are there now and have a text in theirs (Linux). */
export function processesLike(text: string): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
      } catch {
        // The process has ended.
        return "";
      }
    })
    .filter((line) => line.includes(text));
}
