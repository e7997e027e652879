import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { listeningUrl, makeCliHome, type RunningCli, startCli } from "../support/cli.ts";

const { home, remove } = makeCliHome();
const started: RunningCli[] = [];

afterEach(async () => {
  for (const running of started.splice(0)) {
    running.child.kill("SIGKILL");
    await running.ended;
  }
});
afterAll(remove);

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): RunningCli {
  const running = startCli(["receive", "--port", "0", ...args], { home, env });
  started.push(running);
  return running;
}

async function post(url: string, secret: string | null, route = "inbox"): Promise<number> {
  const headers = secret === null ? {} : { "x-webhook-secret": secret };
  return (await fetch(`${url}/webhooks/${route}`, { method: "POST", headers, body: "{}" })).status;
}

describe("hooklens receive", () => {
  it("prints exactly one line on stdout, and routes and a warning on stderr", async () => {
    const receiver = start([]);
    const url = await listeningUrl(receiver);
    await receiver.waitForLine(/^warning: there is no secret/, "stderr");
    expect(receiver.stdout()).toBe(`listening on ${url}\n`);
    expect(receiver.stderr().split("\n")).toContain(`POST ${url}/webhooks/inbox`);
    expect(await post(url, null)).toBe(200);
    receiver.child.kill("SIGTERM");
    expect(await receiver.ended).toMatchObject({ code: 0, signal: null, stdout: `listening on ${url}\n` });
  });

  it("lists every route that was named, and has no other", async () => {
    const receiver = start(["--route", "train", "--route", "labels/new"]);
    const url = await listeningUrl(receiver);
    const routes = receiver
      .stderr()
      .split("\n")
      .filter((line) => line.startsWith("POST "));
    expect(routes).toEqual([`POST ${url}/webhooks/train`, `POST ${url}/webhooks/labels/new`]);
    expect(await post(url, null, "labels/new")).toBe(200);
    expect(await post(url, null)).toBe(404);
  });

  it.each([
    ["--secret", ["--secret", "first-secret"], {}, "first-secret"],
    [
      "--secret over WEBHOOK_SECRET",
      ["--secret", "first-secret"],
      { WEBHOOK_SECRET: "second-secret" },
      "first-secret",
    ],
    ["WEBHOOK_SECRET", [], { WEBHOOK_SECRET: "second-secret" }, "second-secret"],
    ["a file", ["--secret", "@secret.txt"], {}, "third-secret"],
  ] as const)("takes its secret from %s", async (_, args, env, secret) => {
    writeFileSync(join(home, "secret.txt"), "third-secret\n");
    const receiver = start(args, env);
    const url = await listeningUrl(receiver);
    expect(await post(url, secret)).toBe(200);
    expect(await post(url, "wrong")).toBe(403);
    expect(await post(url, null)).toBe(401);
    expect(receiver.stderr()).not.toContain("warning");
    expect(receiver.stderr()).not.toContain(secret);
  });

  it("says nothing but its line with -q", async () => {
    const receiver = start(["-q"]);
    const url = await listeningUrl(receiver);
    receiver.child.kill("SIGINT");
    expect(await receiver.ended).toEqual({
      code: 0,
      signal: null,
      stdout: `listening on ${url}\n`,
      stderr: "",
    });
  });

  it("ends with 129 on SIGHUP, in the same orderly way", async () => {
    const receiver = start([]);
    await listeningUrl(receiver);
    receiver.child.kill("SIGHUP");
    expect(await receiver.ended).toMatchObject({ code: 129, signal: null });
  });
});
