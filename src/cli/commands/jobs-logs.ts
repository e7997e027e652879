import type { JobLogLine } from "../../model/job.ts";
import { machineJson } from "../../text/machine-json.ts";
import { v, visible } from "../../text/visible.ts";
import type { Output } from "../output/output.ts";
import type { Invocation } from "../program/launch.ts";
import { useHub } from "./use-hub.ts";

/** `jobs logs ID` */
export async function printJobLog({ settings, output }: Invocation, id: string): Promise<void> {
  await useHub({ settings, output }, async ({ client, running }) => {
    for await (const line of client.jobLog(id)) await print(line, output);
    const { ended, stage, message } = await client.getJob(id);
    const why = message === null ? v`` : v` (${message})`;
    if (ended) output.note(v`Job ${id} ended: ${stage}${why}`);
    else if (running) output.note(v`Job ${id} is still ${stage}${why}`);
    else output.note(v`Job ${id} waits until hooklens hub runs.`);
  });
}

async function print(line: JobLogLine, output: Output): Promise<void> {
  if (output.format === "json") await output.write(`${machineJson(line)}\n`);
  else await output.answerLines([visible(line.text)]);
}
