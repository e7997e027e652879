import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import type { LogWriter } from "../../src/localhub/jobs/job-log.ts";
import { makeRunDirectory } from "../../src/localhub/jobs/run-directory.ts";
import { startRunProcess } from "../../src/localhub/jobs/run-process.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";

test("a run on a slow disk keeps the output that its process left in the pipe", async () => {
  let output = "";
  const slow: LogWriter = {
    note: async () => {},
    async write(bytes) {
      // The first write alone takes longer than the silence after which a pipe is given up.
      await pause(1_200);
      output += Buffer.from(bytes).toString();
    },
    close: async () => {},
  };
  const directory = makeRunDirectory(freshDataDir(), "0123456789abcdef01234567");
  const run = await startRunProcess(
    {
      id: "0123456789abcdef01234567",
      account: "me",
      spec: {
        dockerImage: "python:3.12",
        spaceId: null,
        command: ["sh", "-c", "echo begin; sleep 0.2; seq 20000"],
        arguments: [],
        environment: {},
        secrets: {},
        unused: {},
        labels: {},
        flavor: "cpu-basic",
        timeoutSeconds: null,
      },
      trigger: null,
      stage: "RUNNING",
      message: null,
      createdAt: "2026-11-20T10:00:00.000Z",
      startedAt: null,
      finishedAt: null,
      process: null,
    },
    null,
    directory,
    slow,
  );
  expect(await run.ended).toEqual({ kind: "exited", code: 0 });
  expect(output.split("\n").slice(-2)).toEqual(["20000", ""]);
});
