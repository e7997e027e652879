import { afterAll, describe, expect, it } from "vitest";
import { makeCliHome, runInProcess } from "../support/cli.ts";
import { programFile } from "../support/program.ts";
import { openScreen } from "../support/screen/open-screen.ts";
import { standInHub } from "../support/stand-in-hub.ts";
import { standInJobs } from "../support/stand-in-jobs.ts";

const { home, remove } = makeCliHome();
afterAll(remove);

async function remoteHub() {
  const hub = await standInHub();
  const jobs = standInJobs(hub);
  const run = (...args: readonly string[]) => runInProcess(["jobs", ...args], { home, env: hub.env });
  const bodies = () =>
    hub.seen.filter(({ method, path }) => method === "POST" && /^\/api\/jobs\/\w+$/.test(path));
  return { ...hub, jobs, run, bodies };
}

describe("hooklens jobs on the real Hub", () => {
  it("starts a run that costs money only with --yes, or after a question that names the price", async () => {
    const { run, bodies, jobs, env } = await remoteHub();
    const refused = await run("run", "--flavor", "t4-small", "--", "true");
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toMatch(/it costs money on http:\S+, and there is no terminal to ask on.*--yes/);
    expect(bodies()).toEqual([]);
    const screen = await openScreen(
      ["node", programFile(), "jobs", "run", "--flavor", "t4-small", "--timeout", "7200", "--", "true"],
      { env, columns: 200 },
    );
    await screen.waitFor(
      /Run true on http:\S+ \(Nvidia T4 - small, \$0\.0067 a minute, at most \$0\.80 in 2 h\)\? \[y\/N\]/,
    );
    screen.press("n", "enter");
    await screen.waitFor("Nothing was started.");
    expect(bodies()).toEqual([]);
    const started = await run("run", "--flavor", "t4-small", "--yes", "--", "true");
    expect(started).toMatchObject({ code: 0, stderr: "", stdout: `${[...jobs.runs.keys()].join("\n")}\n` });
  });

  it("sends image or Space, flavor, namespace, variables, secrets and timeout", async () => {
    const { run, bodies, jobs } = await remoteHub();
    const args = [
      "--space",
      "acme/trainer",
      "--flavor",
      "a10g-small",
      "--namespace",
      "acme",
      "--timeout",
      "60",
    ];
    const values = ["--env", "A=1", "--secret", "KEY=s3cret", "--yes", "--", "python", "train.py"];
    const { code, stdout } = await run("run", ...args, ...values);
    expect(code).toBe(0);
    expect(bodies()[0]).toMatchObject({ path: "/api/jobs/acme" });
    expect(JSON.parse(bodies()[0]?.body ?? "")).toEqual({
      command: ["python", "train.py"],
      arguments: [],
      environment: { A: "1" },
      secrets: { KEY: "s3cret" },
      spaceId: "acme/trainer",
      flavor: "a10g-small",
      timeoutSeconds: 60,
    });
    const id = stdout.trim();
    const facts = await run("show", id, "--namespace", "acme");
    expect(facts.stdout).toMatch(/image +Space acme\/trainer\nflavor +a10g-small\ntimeout +1 min\n/);
    expect(facts.stdout).toContain("secret     KEY");
    expect((await run("ls", "--format", "quiet")).stdout).toBe("");
    expect((await run("ls", "--namespace", "acme", "--format", "quiet")).stdout).toBe(`${id}\n`);
    const both = await run("run", "--image", "a", "--space", "b/c", "--", "true");
    expect(both).toMatchObject({ code: 2 });
    expect(jobs.runs.size).toBe(1);
  });

  it("reruns a run of a webhook with its secret, and cancels it", async () => {
    const { run, bodies, jobs, add } = await remoteHub();
    const webhook = add({ job: { command: ["true"] }, secret: "of the webhook" });
    const { id } = jobs.add({
      environment: { WEBHOOK_PAYLOAD: "{}", N: 1 },
      secrets: { WEBHOOK_SECRET: null },
      initiator: { type: "webhook", id: webhook.id },
    });
    const { stdout, code } = await run("rerun", id, "--yes", "--format", "json");
    expect(code).toBe(0);
    expect(JSON.parse(bodies()[0]?.body ?? "")).toMatchObject({
      environment: { WEBHOOK_PAYLOAD: "{}", N: "1" },
      secrets: { WEBHOOK_SECRET: "of the webhook" },
      labels: { "hooklens-rerun-of": id },
    });
    const rerun = JSON.parse(stdout).id;
    expect(await run("cancel", rerun)).toMatchObject({ code: 0 });
    expect(jobs.runs.get(rerun)).toMatchObject({ status: { stage: "CANCELED" } });
  });

  it.each([
    [{ on: /hardware/, status: 500 }, ["run", "--", "true"], 2, /there is no terminal to ask on/],
    [{ on: /POST/, status: 429 }, ["run", "--yes", "--", "true"], 3, /429/],
    [{ on: /POST/, status: 500 }, ["run", "--yes", "--", "true"], 3, /could not run the Job.*500/],
    [{ on: /whoami/, status: 401 }, ["run", "--yes", "--", "true"], 1, /401/],
    [{ on: /GET .*\/f{24}/, status: 404 }, ["show", "f".repeat(24)], 1, /has no Job f{24}/],
    [{ on: /GET .*\/f{24}/, status: 404 }, ["cancel", "f".repeat(24)], 1, /has no Job f{24}/],
    [{ on: /GET .*\/f{24}/, status: 404 }, ["rerun", "f".repeat(24)], 1, /has no Job f{24}/],
  ])("on %j ends %j with exit code %d", async (misbehavior, args, code, message) => {
    const { run, misbehave, jobs } = await remoteHub();
    misbehave(misbehavior);
    const result = await run(...args);
    expect(result).toMatchObject({ code, stdout: "" });
    expect(result.stderr).toMatch(message);
    expect(jobs.runs.size).toBe(0);
  });
});
