import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHubClient } from "../../src/hub/create-hub-client.ts";
import { listeningUrl, makeCliHome, type RunningCli, runInProcess, startCli } from "../support/cli.ts";

const { home, remove } = makeCliHome();
let hub: RunningCli;

function run(...args: readonly string[]) {
  return runInProcess(["jobs", ...args], { home });
}

/** Runs a command of `jobs` that starts a run, and returns the run when it has ended, with its output. */
async function ended(verb: string, ...args: readonly string[]) {
  const { stdout, stderr } = await run(verb, "--format", "quiet", ...args);
  expect(stderr).toMatch(/^The run is a process on this machine/);
  const id = stdout.trim();
  const logs = await run("logs", id);
  const facts = JSON.parse((await run("show", id, "--format", "json")).stdout);
  return { id, output: logs.stdout.split("\n").slice(1, -1), facts };
}

beforeAll(async () => {
  hub = startCli(["hub", "--port", "0"], { home });
  await listeningUrl(hub);
});
afterAll(async () => {
  hub.child.kill("SIGTERM");
  await hub.ended;
  remove();
});

describe("hooklens jobs rerun", () => {
  it("repeats a run with its command, variables and limits, or others", async () => {
    const script = 'echo "$A $B"';
    const first = await ended(
      "run",
      "--env",
      "A=1",
      "--env",
      "B=2",
      "--timeout",
      "60",
      "--",
      "sh",
      "-c",
      script,
    );
    expect(first.output).toEqual(["1 2"]);
    const same = await ended("rerun", first.id);
    expect(same.output).toEqual(["1 2"]);
    expect(same.facts).toMatchObject({ timeoutSeconds: 60, labels: { "hooklens-rerun-of": first.id } });
    const other = await ended("rerun", first.id, "--env", "B=3", "--timeout", "30");
    expect([other.output, other.facts.timeoutSeconds]).toEqual([["1 3"], 30]);
    const { output } = await ended("rerun", same.id, "--env", "B=4", "--", "sh", "-c", 'echo "$B $A"');
    expect(output).toEqual(["4 1"]);
  });

  it("repeats a run of a webhook with the same payload, or another one", async () => {
    const source = await ended(
      "run",
      "--",
      "sh",
      "-c",
      'echo "$WEBHOOK_REPO_ID $WEBHOOK_PAYLOAD" | cut -c1-60; echo "$WEBHOOK_SECRET"',
    );
    const client = createHubClient(await runningHub());
    const repo = { type: "dataset", name: "me/corpus" };
    await client.createWebhook({ jobId: source.id, watched: [repo], secret: "s3cret-of-it" });
    await client.trigger({ scope: "repo.content", action: "update", repo });
    await expect.poll(async () => (await client.listJobs())[0]?.webhookId ?? null).not.toBeNull();
    const { id, dispatchId } = (await client.listJobs())[0] ?? source.facts;
    expect(dispatchId).toMatch(/^\d+$/);
    const triggered = await run("logs", id);
    const same = await ended("rerun", id);
    expect(same.output).toEqual(triggered.stdout.split("\n").slice(1, -1));
    expect(same.output[0]).toMatch(/^me\/corpus \{"event"/);
    expect(same.output[1]).toBe("[redacted]");
    const file = join(home, "event.json");
    writeFileSync(file, '{"repo": {"type": "model", "name": "me/other"},\n"n": 1}');
    const other = await ended("rerun", id, "--payload", file);
    expect(other.output[0]).toBe('me/other {"repo":{"type":"model","name":"me/other"},"n":1}');
    expect(other.facts.environment).toMatchObject({ WEBHOOK_REPO_TYPE: "model" });
    writeFileSync(file, "[1]");
    const wrong = await run("rerun", id, "--payload", file);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/payload is not a JSON object/)]);
  });

  it("asks for the values of secrets, which no hub returns", async () => {
    const first = await ended("run", "--secret", "KEY=one-secret", "--", "sh", "-c", 'echo "$KEY"');
    expect(first.facts).toMatchObject({ secrets: ["KEY"], environment: {} });
    const refused = await run("rerun", first.id);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toMatch(/without the values of KEY .*--secret KEY=env:KEY/);
    const given = await run("rerun", first.id, "--secret", "KEY=env:PATH");
    expect(given.code).toBe(0);
    const unset = await run("rerun", first.id, "--secret", "KEY=env:HOOKLENS_NO_SUCH");
    expect(unset).toMatchObject({ code: 2 });
  });
});

describe("hooklens jobs cancel", () => {
  it("ends a run, and says of an ended one that it had ended", async () => {
    const { stdout } = await run("run", "--format", "quiet", "--", "sleep", "60");
    const id = stdout.trim();
    expect(await run("cancel", id)).toMatchObject({ code: 0, stdout: `Run ${id} ended: CANCELED\n` });
    expect(await run("cancel", id)).toMatchObject({
      code: 1,
      stdout: `Run ${id} had ended already: CANCELED\n`,
    });
    expect(await run("cancel", "0".repeat(24))).toMatchObject({ code: 1, stdout: "" });
  });
});

describe("hooklens jobs show", () => {
  it("prints every fact that the hub states", async () => {
    const { id } = await ended("run", "--env", "A=1", "--timeout", "90", "--", "sh", "-c", "exit 3");
    const { stdout } = await run("show", id);
    expect(stdout).toMatch(
      new RegExp(`^id +${id}\\nnamespace +me\\nstate +✗ error\\nmessage +exit code 3\\n`),
    );
    expect(stdout).toMatch(
      /\ncommand +sh -c 'exit 3'\nimage +python:3\.12\nflavor +cpu-basic\ntimeout +1\.5 min\n/,
    );
    expect(stdout).toMatch(/\nvariable +A=1\n$/);
  });
});

async function runningHub() {
  const { stdout } = await runInProcess(["hub", "env"], { home });
  const value = (name: string) => new RegExp(`${name}=(\\S+)`).exec(stdout)?.[1] ?? "";
  return { endpoint: value("HF_ENDPOINT"), token: value("HF_TOKEN") };
}
