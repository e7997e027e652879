import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listeningUrl, makeCliHome, type RunningCli, runInProcess, startCli } from "../support/cli.ts";

const { home, remove } = makeCliHome();
const arrived: { readonly body: Record<string, unknown> }[] = [];
let wake = () => {};
let target: Server;
let hub: RunningCli;

function run(...args: readonly string[]) {
  return runInProcess(args, { home });
}

/** Resolves when the total number of deliveries is reached. */
async function arrivals(count: number): Promise<void> {
  while (arrived.length < count) await new Promise<void>((resolve) => (wake = resolve));
}

beforeAll(async () => {
  target = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    request.on("end", () => {
      arrived.push({ body: JSON.parse(text) });
      response.end();
      wake();
    });
  });
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/hook`;
  await run("webhooks", "create", "--url", url, "--watch", "dataset:me/corpus", "--secret", "s");
});
afterAll(async () => {
  hub.child.kill("SIGKILL");
  await hub.ended;
  target.close();
  remove();
});

describe("hooklens trigger", () => {
  it("queues while no hub runs, with a note, and the next hub sends it", async () => {
    const { code, stdout } = await run("trigger", "repo.content.update", "--repo", "dataset:me/corpus");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^repo\.content\.update on dataset:me\/corpus: 1 dispatch\n {2}\d+ to webhook [0-9a-f]{24}\n.*until hooklens hub runs\.\n$/,
    );
    expect(arrived).toHaveLength(0);
    hub = startCli(["hub", "--port", "0"], { home });
    await listeningUrl(hub);
    await arrivals(1);
    expect(arrived[0]?.body).toMatchObject({
      event: { action: "update", scope: "repo.content" },
      repo: { type: "dataset", name: "me/corpus" },
      webhook: { version: 3 },
    });
  });

  it("changes the payload by --set, as JSON where it reads as JSON", async () => {
    const before = arrived.length;
    await run(
      "trigger",
      "discussion.create",
      "--repo",
      "dataset:me/corpus",
      "--set",
      "discussion.title=Wrong labels",
      "--set",
      "discussion.num=7",
    );
    await arrivals(before + 1);
    expect(arrived[before]?.body).toMatchObject({ discussion: { title: "Wrong labels", num: 7 } });
  });

  it("prints with --dry-run what it would send, and to which webhooks, and sends nothing", async () => {
    const created = ["webhooks", "create", "--url", "http://127.0.0.1:9/", "--watch", "dataset:me/corpus"];
    const { stdout: disabled } = await run(...created, "--format", "quiet");
    await run("webhooks", "disable", disabled.trim());
    const event = ["trigger", "discussion.create", "--repo", "dataset:me/corpus"];
    const changed = ["--set", "discussion.title=\u001b[31mred", "--dry-run"];
    const { stdout, code } = await run(...event, ...changed);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Would trigger discussion\.create on dataset:me\/corpus for 1 webhook:\n {2}to webhook [0-9a-f]{24}\n {2}not to webhook [0-9a-f]{24}: it is disabled\nPayload:\n {2}\{\n/,
    );
    expect(stdout).toContain("\\u001b[31mred");
    expect(stdout).not.toContain("\u001b");
    expect(stdout).toMatch(/Nothing was sent\.\n$/);

    const json = JSON.parse((await run(...event, "--dry-run", "--format", "json")).stdout);
    expect(json).toMatchObject({
      dryRun: true,
      reached: [{ overQuota: false }],
      missed: [{ webhookId: disabled.trim(), reason: "disabled" }],
      others: 0,
      payload: { webhook: { id: json.reached[0].webhookId } },
    });
    await run("webhooks", "delete", disabled.trim(), "--yes");
  });

  it("prints nothing with -q, but the dispatches in a format for programs", async () => {
    const event = ["trigger", "repo.update", "--repo", "dataset:me/corpus", "--count", "2"];
    const before = arrived.length;
    expect(await run("-q", ...event)).toMatchObject({ code: 0, stdout: "", stderr: "" });
    await arrivals(before + 2);
    const { stdout } = await run("-q", ...event, "--format", "quiet");
    expect(stdout.trim().split("\n")).toHaveLength(2);
    await arrivals(before + 4);
  });

  it("takes a payload from a file", async () => {
    const before = arrived.length;
    writeFileSync(join(home, "payload.json"), JSON.stringify({ mine: [1, 2] }));
    await run("trigger", "repo.update", "--repo", "dataset:me/corpus", "--payload", "payload.json");
    await arrivals(before + 1);
    expect(arrived[before]?.body).toMatchObject({
      mine: [1, 2],
      event: { scope: "repo", action: "update" },
      repo: { name: "me/corpus" },
    });
  });

  it("takes a payload from a logged delivery", async () => {
    const receiver = startCli(["receive", "--port", "0"], { home });
    const body = JSON.stringify({ event: { action: "delete", scope: "repo" }, logged: true });
    await fetch(`${await listeningUrl(receiver)}/webhooks/inbox`, { method: "POST", body });
    receiver.child.kill("SIGTERM");
    await receiver.ended;
    const before = arrived.length;
    await run("trigger", "repo.update", "--repo", "dataset:me/corpus", "--from", "1");
    await arrivals(before + 1);
    expect(arrived[before]?.body).toMatchObject({ logged: true, event: { action: "update", scope: "repo" } });
  });

  it("takes event, repo and payload from a template, unless they are given", async () => {
    const templates = join(home, ".local", "share", "hooklens", "templates");
    expect((await run("trigger", "--templates")).stderr).toContain("There are no templates");
    mkdirSync(templates, { mode: 0o700 });
    const payload = {
      event: { action: "update", scope: "repo.content" },
      repo: { type: "dataset", name: "me/corpus" },
      kept: "in the template",
    };
    writeFileSync(join(templates, "push.json"), JSON.stringify(payload));
    expect((await run("trigger", "--templates", "--format", "quiet")).stdout).toBe("push\n");
    const before = arrived.length;
    await run("trigger", "--template", "push");
    await run("trigger", "repo.update", "--template", "push", "--set", "kept=and changed");
    await arrivals(before + 2);
    expect(arrived.slice(before).map(({ body }) => body)).toMatchObject([
      payload,
      { event: { action: "update", scope: "repo" }, kept: "and changed" },
    ]);
    expect(await run("trigger", "--template", "../push")).toMatchObject({ code: 2 });
    expect(await run("trigger", "--template", "gone")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the template "gone" does not exist'),
    });
  });

  it("does it --count times, each with dispatches of its own", async () => {
    const before = arrived.length;
    const { stdout } = await run(
      "trigger",
      "repo.update",
      "--repo",
      "dataset:me/corpus",
      "--count",
      "4",
      "--rate",
      "20/s",
      "--format",
      "json",
    );
    const answer = JSON.parse(stdout) as { dispatches: readonly { id: number; webhookId: string }[] };
    expect(answer).toEqual({
      scope: "repo",
      action: "update",
      repo: { type: "dataset", name: "me/corpus" },
      count: 4,
      dispatches: expect.any(Array),
    });
    expect(answer.dispatches).toHaveLength(4);
    expect(new Set(answer.dispatches.map(({ id }) => id)).size).toBe(4);
    await arrivals(before + 4);
  });

  it("reports that no webhook watches the repo", async () => {
    const { code, stdout } = await run("trigger", "repo.update", "--repo", "dataset:else/where");
    expect(code).toBe(0);
    expect(stdout).toBe(
      "repo.update on dataset:else/where: 0 dispatches\n  No enabled webhook watches this repo for this event.\n",
    );
  });

  it.each([
    [["trigger", "update", "--repo", "dataset:me/corpus"], `"update" is not an event`],
    [["trigger", "repo.explode", "--repo", "dataset:me/corpus"], "explode"],
    [["trigger", "repo.update"], "there is no repo of the event"],
    [["trigger", "repo.update", "--repo", "corpus"], `"corpus" needs a type`],
    [["trigger", "repo.update", "--repo", "org:acme"], `"org:acme" is not a repo`],
    [["trigger", "repo.update", "--repo", "dataset:me/corpus", "--set", "x"], `"x" is not an assignment`],
    [["trigger", "repo.update", "--repo", "dataset:me/corpus", "--rate", "fast"], `"fast" is not a rate`],
    [
      ["trigger", "repo.update", "--repo", "dataset:me/corpus", "--payload", "none.json"],
      "none.json cannot be used (ENOENT",
    ],
    [
      ["trigger", "repo.update", "--repo", "dataset:me/corpus", "--payload", "x", "--from", "1"],
      "--payload, --from and --template cannot be combined",
    ],
  ])("%j is one line and ends with 2 or 1", async (args, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
    expect(stdout).toBe("");
    expect([1, 2]).toContain(code);
  });
});
