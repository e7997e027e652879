import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import process from "node:process";
import { expect, onTestFinished, test } from "vitest";
import { processMark } from "../../src/localhub/jobs/processes.ts";
import { openHubStore } from "../../src/store/sqlite/hub/hub-store.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { hubProcess } from "../support/hub-process.ts";
import { endOf, firstWord, jobHub, outputOf, processesLike, runScript } from "../support/jobs.ts";
import { testHub } from "../support/local-hub.ts";

test("the next hub ends and marks the runs of a killed one, and starts the waiting ones", async () => {
  const dataDir = freshDataDir();
  const seconds = `${3600 + Math.floor(Math.random() * 1e6)}.${process.pid}`;
  const killed = await hubProcess(dataDir);
  const endless = `trap '' HUP; sleep ${seconds} & echo up; while :; do sleep ${seconds}; done`;
  const running = [];
  for (let n = 0; n < 4; n++) running.push(await runScript(killed, endless));
  for (const { id } of running) expect(await firstWord(killed.client, id)).toBe("up");
  const waiting = await runScript(killed, "echo its turn");
  await killed.kill();
  expect(processesLike(seconds).length).toBeGreaterThanOrEqual(8);

  const { client, lines } = await jobHub({ dataDir });
  expect(await outputOf(client, waiting.id)).toEqual(["its turn"]);
  expect(processesLike(seconds)).toEqual([]);
  for (const { id } of running) {
    expect(await client.getJob(id)).toMatchObject({
      stage: "ERROR",
      message: "the hub ended during the run",
    });
    expect(await outputOf(client, id)).toEqual(["up"]);
  }
  expect(lines).toContain("ended 4 runs that an earlier hub left");
});

test("a process that reuses a pid is left alone", async () => {
  const dataDir = freshDataDir();
  mkdirSync(dataDir, { recursive: true });
  const stranger = spawn("sleep", ["3600"], { detached: true, stdio: "ignore" });
  onTestFinished(() => void stranger.kill("SIGKILL"));
  const pid = stranger.pid ?? 0;
  const store = await openHubStore(dataDir);
  const hub = await testHub({ dataDir });
  const { id } = await runScript(hub, "true");
  await store.jobs.begin(id);
  await store.jobs.setProcess(id, { pid, mark: `${processMark(pid)}-another` });
  await store.close();

  hub.hub.startDispatching();
  expect(await endOf(hub.client, id)).toMatchObject({ stage: "ERROR" });
  expect(stranger.exitCode).toBeNull();
  expect(processMark(pid)).not.toBeNull();
});

test("processes with the same pid have different marks, and an exited one has none", async () => {
  const first = spawn("sleep", ["3600"], { stdio: "ignore" });
  const second = spawn("sleep", ["3600"], { stdio: "ignore" });
  const marks = [processMark(first.pid ?? 0), processMark(first.pid ?? 0)];
  expect(marks[0]).toBe(marks[1]);
  expect(marks[0]).toMatch(/^[0-9a-f-]{36}:\d+$/);
  for (const child of [first, second]) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  await expect.poll(() => processMark(first.pid ?? 0)).toBeNull();
});
