import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import process from "node:process";
import { expect, onTestFinished, test, vi } from "vitest";
import { endOf, firstWord, jobHub, outputOf, processesLike, runScript } from "../support/jobs.ts";

/** Returns a unique number of seconds, so that a process of this test can be recognized. */
function oddSeconds(): string {
  return `${3600 + Math.floor(Math.random() * 1e6)}.${process.pid}`;
}

test("a run has PATH, a home of its own, and the Job's variables, and nothing of the hub's environment", async () => {
  vi.stubEnv("HF_TOKEN", "hf_secret");
  vi.stubEnv("WEBHOOK_SECRET", "receiver's");
  vi.stubEnv("LANG", "C.UTF-8");
  const hub = await jobHub();
  const { id } = await hub.client.runJob({
    command: ["env"],
    image: "python:3.12",
    environment: { EPOCHS: "3", "ODD-NAME": "kept" },
  });
  const lines = await outputOf(hub.client, id);
  vi.unstubAllEnvs();
  const names = lines
    .map((line) => line.split("=", 1)[0])
    .filter((name) => !/^(LC_\w+|TZ)$/.test(name ?? ""));
  expect(new Set(names)).toEqual(new Set(["EPOCHS", "HOME", "LANG", "ODD-NAME", "PATH", "TMPDIR"]));
});

test("output on stdout and stderr is logged live and in order", async () => {
  const hub = await jobHub();
  const { id } = await runScript(
    hub,
    "echo one; echo two >&2; echo three; echo four > /dev/stderr; printf 'no end'; sleep 0.01; echo; printf last",
  );
  expect(await firstWord(hub.client, id)).toBe("one");
  expect(await outputOf(hub.client, id)).toEqual(["one", "two", "three", "four", "no end", "last"]);
});

test.each([
  ["exit 3", "exit code 3"],
  ["kill -SEGV $$", "killed by SIGSEGV"],
])("a run that ends with %j is an ERROR and says why", async (script, message) => {
  const hub = await jobHub();
  const { id } = await runScript(hub, script);
  expect(await endOf(hub.client, id)).toMatchObject({ stage: "ERROR", message });
});

test("a missing command is an ERROR with the reason", async () => {
  const hub = await jobHub();
  const { id } = await hub.client.runJob({ command: ["no-such-program"], image: "x" });
  expect(await endOf(hub.client, id)).toMatchObject({
    stage: "ERROR",
    message: "the command could not be started: there is no such program",
  });
});

test("canceling a run ends all its descendants, also those that left its group", async () => {
  const hub = await jobHub();
  const seconds = oddSeconds();
  const { id } = await runScript(
    hub,
    `sh -c "sleep ${seconds} & sleep ${seconds} & echo both; wait" & setsid sleep ${seconds} & wait`,
  );
  await firstWord(hub.client, id);
  await expect.poll(() => processesLike(seconds).length).toBeGreaterThanOrEqual(3);
  expect(await hub.client.cancelJob(id)).toMatchObject({ stage: "CANCELED", message: null });
  await expect.poll(() => processesLike(seconds)).toEqual([]);
});

test("a run that exceeds its timeout is stopped, with that reason", async () => {
  const hub = await jobHub();
  const seconds = oddSeconds();
  const { id } = await runScript(hub, `echo begun; sleep ${seconds}`, { timeoutSeconds: 1 });
  expect(await outputOf(hub.client, id)).toEqual(["begun"]);
  expect(await hub.client.getJob(id)).toMatchObject({
    stage: "ERROR",
    message: "stopped after its timeout of 1 s",
  });
  expect(processesLike(seconds)).toEqual([]);
});

test("processes that a run leaves are ended with it", async () => {
  const hub = await jobHub();
  const seconds = oddSeconds();
  const { id } = await runScript(hub, `sleep ${seconds} & echo left`);
  expect(await endOf(hub.client, id)).toMatchObject({ stage: "COMPLETED" });
  await expect.poll(() => processesLike(seconds)).toEqual([]);
});

test("four runs are concurrent, and waiting ones follow in order", async () => {
  const hub = await jobHub();
  const endless = "echo up; while :; do sleep 0.05; done";
  const first = await Promise.all(Array.from({ length: 4 }, () => runScript(hub, endless)));
  await Promise.all(first.map(({ id }) => firstWord(hub.client, id)));
  const fifth = await runScript(hub, "echo up");
  const sixth = await runScript(hub, "echo up");
  expect((await hub.client.listJobs()).map(({ stage }) => stage)).toEqual([
    "SCHEDULING",
    "SCHEDULING",
    "RUNNING",
    "RUNNING",
    "RUNNING",
    "RUNNING",
  ]);
  await hub.client.cancelJob(first[0]?.id ?? "");
  const [five, six] = await Promise.all([endOf(hub.client, fifth.id), endOf(hub.client, sixth.id)]);
  expect(Date.parse(five.startedAt ?? "")).toBeLessThanOrEqual(Date.parse(six.startedAt ?? ""));
});

test("a closing hub stops and then kills runs, and records the reason", async () => {
  const hub = await jobHub();
  const seconds = oddSeconds();
  const { id } = await runScript(hub, `trap '' TERM; echo deaf; while :; do sleep ${seconds}; done`);
  await firstWord(hub.client, id);
  await hub.hub.close(50);
  expect(processesLike(seconds)).toEqual([]);
  expect(await hub.store.jobs.get("me", id)).toMatchObject({
    stage: "ERROR",
    message: "the hub was stopped during the run",
  });
});

test("the scratch directory of a run is its own, and outlives it for a while", async () => {
  const hub = await jobHub();
  const { id } = await runScript(hub, 'echo kept > file; pwd; ls -ld . | cut -c1-10; test "$HOME" = "$PWD"');
  const [place = "", mode] = await outputOf(hub.client, id);
  expect(mode).toBe("drwx------");
  expect(place).toContain(id);
  expect(readFileSync(`${place}/file`, "utf8")).toBe("kept\n");
  expect(await hub.client.getJob(id)).toMatchObject({ stage: "COMPLETED" });
  expect(existsSync(`${place}/../output`)).toBe(false);
});

test("a process in the scratch directory of a run survives its end", async () => {
  const hub = await jobHub();
  const { id } = await runScript(hub, "pwd; while :; do sleep 0.05; done");
  const cwd = await firstWord(hub.client, id);
  const visitor = spawn("sleep", ["3600"], { cwd, stdio: "ignore" });
  onTestFinished(() => void visitor.kill("SIGKILL"));
  await hub.client.cancelJob(id);
  expect(await endOf(hub.client, id)).toMatchObject({ stage: "CANCELED" });
  expect([visitor.exitCode, visitor.signalCode]).toEqual([null, null]);
});

test("a run that ignores SIGTERM is killed, and a second cancel does not delay that", async () => {
  const hub = await jobHub();
  const seconds = oddSeconds();
  const { id } = await runScript(hub, `trap '' TERM; echo deaf; while :; do sleep ${seconds}; done`);
  await firstWord(hub.client, id);
  const asking = setInterval(() => void hub.client.cancelJob(id), 500);
  onTestFinished(() => clearInterval(asking));
  expect(await endOf(hub.client, id)).toMatchObject({ stage: "CANCELED" });
  expect(processesLike(seconds)).toEqual([]);
});
