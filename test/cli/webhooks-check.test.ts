import { expect, it, onTestFinished } from "vitest";
import { connectReceiver } from "../../src/engine/control/client.ts";
import { readRuntimeFile } from "../../src/engine/roles/runtime-file.ts";
import { listeningUrl, makeCliHome, runInProcess, startCli } from "../support/cli.ts";
import { httpTarget } from "../support/http-target.ts";
import { standInHub } from "../support/stand-in-hub.ts";
import { freePort } from "../support/tunnel/free-port.ts";

function makeHome() {
  const at = makeCliHome();
  onTestFinished(at.remove);
  const run = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runInProcess(args, { home: at.home, env });
  async function create(...args: readonly string[]): Promise<string> {
    const made = await run([
      "webhooks",
      "create",
      "--watch",
      "dataset:me/corpus",
      "--format",
      "quiet",
      ...args,
    ]);
    return made.stdout.trim();
  }
  /** Runs `receive` until the end of the test. */
  async function receive(...args: readonly string[]): Promise<string> {
    return (await serve(at.home, "receive", "--port", "0", ...args)).url;
  }
  return { ...at, run, create, receive };
}

/** Starts a program that listens; it is ended after the test, before its home is removed. */
async function serve(home: string, ...args: readonly string[]) {
  const running = startCli(args, { home });
  async function end(): Promise<void> {
    running.child.kill("SIGTERM");
    await running.ended;
  }
  onTestFinished(end);
  return { url: await listeningUrl(running), end };
}

it("exits with 1 and names the first check that fails, with its fix, and with 0 once it is fixed", async () => {
  const { run, create, receive } = makeHome();
  const receiver = await receive("--secret", "the-secret-of-it");
  const id = await create("--url", `${receiver}/webhooks/inbox`, "--secret", "another-secret");
  const failing = await run(["webhooks", "check", id]);
  expect(failing.code).toBe(1);
  expect(failing.stdout).toContain("✗ secret        The route inbox does not accept the webhook's secret.");
  expect(failing.stdout).toContain(`→ hooklens webhooks update ${id} --secret -`);
  expect(failing.stdout).not.toMatch(/the-secret-of-it|another-secret/);

  await run(["webhooks", "update", id, "--secret", "the-secret-of-it"]);
  const fixed = await run(["webhooks", "check", id.slice(0, 8)]);
  expect(fixed.code).toBe(0);
  expect(fixed.stdout).toContain("? last event    Nothing has happened yet");
  expect(fixed.stdout).toContain("→ hooklens trigger repo.content.update --repo dataset:me/corpus");
});

it("checks all webhooks, on a line each, as JSON, and as the IDs of those that fail", async () => {
  const { run, create, receive } = makeHome();
  const receiver = await receive();
  const good = await create("--url", `${receiver}/webhooks/inbox`);
  const lost = await create("--url", `${receiver}/webhooks/train`);
  const off = await create("--url", "https://ci.example/hook");
  await run(["webhooks", "disable", off]);
  const table = await run(["webhooks", "check"]);
  expect(table.code).toBe(1);
  expect(table.stdout.split("\n").map((line) => line.slice(0, 26))).toEqual([
    `? ${good}`,
    `✗ ${lost}`,
    "  → hooklens receive --route train".slice(0, 26),
    `✗ ${off}`,
    `  → hooklens webhooks enable ${off}`.slice(0, 26),
    "",
  ]);
  expect((await run(["webhooks", "check", "--format", "quiet"])).stdout).toBe(`${lost}\n${off}\n`);
  const json = JSON.parse((await run(["webhooks", "check", "--format", "json"])).stdout);
  expect(json.map(({ webhookId, ok, failed }: Record<string, unknown>) => [webhookId, ok, failed])).toEqual([
    [good, true, null],
    [lost, false, "route"],
    [off, false, "enabled"],
  ]);
  expect(json[1].checks[3]).toEqual({
    id: "route",
    result: "failed",
    detail: "The receiver has no route train. Its routes: inbox.",
    fix: "hooklens receive --route train",
  });

  const doctor = await run(["doctor", "--format", "json"]);
  const found = JSON.parse(doctor.stdout).filter(({ check }: { check: string }) => check === "webhooks");
  expect(found.map(({ status, fix }: Record<string, unknown>) => [status, fix])).toEqual([
    ["fail", "hooklens receive --route train"],
    ["warn", `hooklens webhooks enable ${off}`],
  ]);
  expect(doctor.code).toBe(1);
});

it("finds the old port of a webhook that succeeded before the receiver moved", async () => {
  const { home, run, create } = makeHome();
  const receive = async () => serve(home, "receive", "--port", String(await freePort()));
  const [before] = await Promise.all([receive(), serve(home, "hub", "--port", "0")]);
  const id = await create("--url", `${before.url}/webhooks/inbox`);
  await run(["trigger", "repo.content.update", "--repo", "dataset:me/corpus"]);
  const isAnswered = async () => (await run(["webhooks", "check", id])).stdout.includes("got 200");
  await expect.poll(isAnswered, { timeout: 20_000 }).toBe(true);
  await before.end();

  const { url } = await receive();
  const { code, stdout } = await run(["webhooks", "check"]);
  expect(code).toBe(1);
  expect(stdout).toContain(
    `, where nothing listens; this receiver listens on port ${new URL(url).port}. Its last success`,
  );
  expect(stdout).toContain(`→ hooklens webhooks update ${id} --url ${url}/webhooks/inbox`);

  // The receiver of another data directory takes the port.
  const other = makeHome();
  await serve(other.home, "receive", "--port", new URL(before.url).port);
  const taken = await run(["webhooks", "check"]);
  expect(taken.code).toBe(1);
  expect(taken.stdout).toContain(", where another receiver answers; this receiver listens on port");
});

it("finds a program of this machine that no longer listens, whatever it answered before", async () => {
  const { home, run, create } = makeHome();
  await serve(home, "hub", "--port", "0");
  const target = await httpTarget((_request, response) => void response.end());
  const id = await create("--url", `${target.url}/hook`);
  await run(["trigger", "repo.content.update", "--repo", "dataset:me/corpus"]);
  const isAnswered = async () => (await run(["webhooks", "check", id])).stdout.includes("got 200");
  await expect.poll(isAnswered, { timeout: 20_000 }).toBe(true);
  expect(target.seen).toHaveLength(1);
  await target.close();
  const { code, stdout } = await run(["webhooks", "check", id]);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /✗ address +Nothing listens on 127\.0\.0\.1:\d+\. Its last success was .*\n +→ Start the program there/,
  );
  expect(stdout).toMatch(/\? response +The last attempt got 200/);
});

it("says how to start a receiver that does not run", async () => {
  const { run, create } = makeHome();
  const id = await create("--url", "http://127.0.0.1:7860/webhooks/inbox");
  const { code, stdout } = await run(["webhooks", "check", id]);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^✗ receiver +The receiver does not run: neither the app nor hooklens receive is open\.$/m,
  );
  expect(stdout).toContain("→ hooklens receive --port 7860");
});

it("reads unknown what the real Hub does not tell, and finds a repo that it does not show", async () => {
  const { run, receive, dataDir } = makeHome();
  const hub = await standInHub();
  hub.serve([/^GET \/api\/datasets\/me\/corpus$/, () => [200, { id: "me/corpus" }]]);
  hub.serve([/^GET \/api\/organizations\/acme\/overview$/, () => [200, { name: "acme" }]]);
  await receive("--secret", "the-secret-of-it");
  const control = readRuntimeFile(dataDir, "receiver");
  if (control === null) throw new Error("no receiver runs");
  const { url } = await connectReceiver(control).state();
  const known = hub.add({
    url: "https://ci.example/hook",
    watched: [
      { type: "dataset", name: "me/corpus" },
      { type: "org", name: "acme" },
    ],
  });
  const typo = hub.add({
    url: `${url}/webhooks/inbox`,
    watched: [{ type: "dataset", name: "me/corpsu" }],
    secret: "the-secret-of-it",
  });
  const host = new URL(hub.endpoint).host;

  const first = await run(["webhooks", "check", known.id], hub.env);
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(first.stdout).toContain(`? response      ${host} does not report attempts, and none is in the log.`);
  expect(first.stdout).toContain(`? quota         ${host} does not report its count`);
  expect(first.stdout).toContain("✓ watched items The hub has all watched items.");

  const second = await run(["webhooks", "check", typo.id], hub.env);
  expect(second.code).toBe(1);
  expect(second.stdout).toContain(`✗ watched items ${host} shows no dataset:me/corpsu to this token.`);

  hub.misbehave({ on: /^GET \/api\/datasets/, status: 429, headers: { "retry-after": "60" } });
  const third = await run(["webhooks", "check", typo.id], hub.env);
  expect(third.code).toBe(0);
  expect(third.stdout).toContain("? watched items dataset:me/corpsu could not be looked up");
  // The checks only read from the hub.
  expect(hub.seen.every(({ method }) => method === "GET")).toBe(true);
});

it("exits with 3 if the hub cannot be reached or fails", async () => {
  const { run } = makeHome();
  const hub = await standInHub();
  hub.misbehave({ on: /webhooks/, status: 500 });
  const failed = await run(["webhooks", "check"], hub.env);
  expect(failed.code).toBe(3);
  expect(failed.stdout).toBe("");
  const gone = await run(["webhooks", "check"], { ...hub.env, HF_ENDPOINT: "http://127.0.0.1:1" });
  expect(gone.code).toBe(3);
  hub.behave();
  const missing = await run(["webhooks", "check", "0".repeat(24)], hub.env);
  expect(missing.code).toBe(1);
});
