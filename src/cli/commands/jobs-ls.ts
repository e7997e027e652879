import { v } from "../../text/visible.ts";
import { jobColumns } from "../output/job-answer.ts";
import { tableLines } from "../output/table.ts";
import type { Invocation } from "../program/launch.ts";
import { useHub } from "./use-hub.ts";

/** `jobs ls` */
export async function listJobs({ settings, output }: Invocation): Promise<void> {
  await useHub({ settings, output }, async ({ client, name }) => {
    const runs = await client.listJobs();
    await output.answer({
      lines: () =>
        runs.length === 0
          ? [v`No Job has run on ${name}. hooklens jobs run -- COMMAND runs one.`]
          : tableLines(jobColumns(Date.now()), runs, output.columns),
      json: () => runs,
      ids: () => runs.map(({ id }) => id),
    });
  });
}
