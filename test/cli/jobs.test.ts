import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listeningUrl, makeCliHome, type RunningCli, runInProcess, startCli } from "../support/cli.ts";
import { always, httpTarget } from "../support/http-target.ts";

const { home, remove } = makeCliHome();
let hub: RunningCli;

function run(...args: readonly string[]) {
  return runInProcess(args, { home });
}

/** Runs a shell script as a Job and returns the ID of the run. */
async function job(script: string, ...options: readonly string[]): Promise<string> {
  const { stdout } = await run("jobs", "run", "--format", "quiet", ...options, "--", "sh", "-c", script);
  return stdout.trim();
}

let queued = "";

beforeAll(async () => {
  // No hub runs yet.
  queued = await job("echo was queued");
});
afterAll(async () => {
  hub.child.kill("SIGTERM");
  await hub.ended;
  remove();
});

describe("hooklens jobs without a hub that runs", () => {
  it("queues a run, with a note, and prints its log so far instead of waiting forever", async () => {
    const { code, stdout, stderr } = await run("jobs", "run", "--", "true");
    expect([code, stderr]).toEqual([0, "The run waits until hooklens hub runs.\n"]);
    const logs = await run("jobs", "logs", stdout.trim());
    expect(logs).toMatchObject({
      code: 0,
      stdout: "",
      stderr: `Job ${stdout.trim()} waits until hooklens hub runs.\n`,
    });
    expect((await run("jobs", "ls")).stdout).toMatch(/SCHEDULING .*sh -c 'echo was queued'/);
  });

  it("runs what waited once a hub runs", async () => {
    hub = startCli(["hub", "--port", "0"], { home });
    await listeningUrl(hub);
    const { code, stdout, stderr } = await run("jobs", "logs", queued);
    expect([code, stderr]).toEqual([0, `Job ${queued} ended: COMPLETED\n`]);
    expect(stdout).toMatch(/^===== Job started as a process on this machine.*=====\nwas queued\n$/);
  });
});

describe("hooklens jobs", () => {
  it("prints the id of a run without waiting for it, and follows its log to the end", async () => {
    const script = 'echo "$A"; sleep 0.3; echo later; exit 3';
    const args = ["jobs", "run", "--env", "A=1=2", "--timeout", "60", "--", "sh", "-c", script];
    const { code, stdout, stderr } = await run(...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^[0-9a-f]{24}\n$/);
    expect(stderr).toMatch(/^The run is a process on this machine: image python:3\.12 and flavor/);
    const logs = await run("jobs", "logs", stdout.trim());
    expect(logs.stdout.split("\n").slice(1)).toEqual(["1=2", "later", ""]);
    expect(logs.stderr).toBe(`Job ${stdout.trim()} ended: ERROR (exit code 3)\n`);
    expect(logs.code).toBe(0);
  });

  it("prints a log as one JSON object a line, and runs as one document", async () => {
    const id = await job(String.raw`printf 'tab\there \033[31mred\n'`);
    const logs = await run("jobs", "logs", id, "--format", "json");
    const lines = logs.stdout.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).text).slice(1)).toEqual(["tab\there \u{1b}[31mred"]);
    expect(JSON.parse(lines[1] ?? "")).toEqual({
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      text: expect.any(String),
    });
    const listed = JSON.parse((await run("jobs", "ls", "--format", "json")).stdout);
    expect(listed[0]).toEqual({
      id,
      namespace: "me",
      stage: "COMPLETED",
      ended: true,
      message: null,
      command: ["sh", "-c", expect.any(String)],
      image: "python:3.12",
      space: null,
      flavor: "cpu-basic",
      timeoutSeconds: null,
      labels: {},
      webhookId: null,
      dispatchId: null,
      createdAt: expect.any(String),
      startedAt: expect.any(String),
      finishedAt: expect.any(String),
    });
  });

  it("lets no escape of a run or its command reach the terminal", async () => {
    const id = await job(String.raw`: '\033]0;title' ; printf '\033]52;c;eA==\a\n'`);
    const { stdout } = await run("jobs", "logs", id);
    const table = await run("jobs", "ls");
    // oxlint-disable-next-line no-control-regex -- that is what is looked for
    expect(stdout + table.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(stdout).toContain("␛]52;c;eA==␇");
  });

  it.each([
    [["jobs", "logs", "0".repeat(24)], 1, /has no Job 0{24} .*Run hooklens jobs ls to list/],
    [["jobs", "run"], 2, /missing required argument 'command'/],
    [["jobs", "run", "--env", "A", "--", "true"], 2, /"A" is not a variable\. Write name=value/],
    [["jobs", "run", "--timeout", "soon", "--", "true"], 2, /"soon" is not a value for --timeout/],
    [["jobs"], 2, /hooklens jobs needs a command/],
  ])("ends %j with exit code %d and a line that says why", async (args, code, message) => {
    const result = await run(...args);
    expect([result.code, result.stdout]).toEqual([code, ""]);
    expect(result.stderr).toMatch(/^error: .*\n$/);
    expect(result.stderr).toMatch(message);
  });

  it("says of a hub without Jobs that it has none", async () => {
    const target = await httpTarget((request, response) =>
      always(request.url === "/api/whoami-v2" ? 200 : 404, { name: "me" })(request, response),
    );
    const { code, stderr } = await runInProcess(["jobs", "ls", "--endpoint", target.url, "--token", "hf_x"], {
      home,
    });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^error: http:\S+ has no Jobs \(HTTP 404\)\. Use/),
    ]);
  });

  it("reports that Jobs are disabled on a public hub", async () => {
    const other = makeCliHome();
    const open = startCli(["hub", "--port", "0", "--public", "--token", "t0ken-of-some-length"], other);
    try {
      const url = await listeningUrl(open);
      const asked = ["jobs", "ls", "--endpoint", url, "--token", "t0ken-of-some-length"];
      const { code, stderr } = await runInProcess(asked, other);
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining("Jobs are disabled: this local hub is public"),
      ]);
    } finally {
      open.child.kill("SIGTERM");
      await open.ended;
      other.remove();
    }
  });
});
