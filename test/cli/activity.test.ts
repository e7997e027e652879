import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listeningUrl, makeCliHome, runInProcess, startCli } from "../support/cli.ts";

const { home, remove } = makeCliHome();
let answerWith = 500;
let target: Server;
let id = "";

function run(...args: readonly string[]) {
  return runInProcess(args, { home });
}

async function json(...args: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await run(...args, "--format", "json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

/** Starts a server on a free port. */
async function serve(answer: Parameters<typeof createServer>[1]): Promise<{ server: Server; url: string }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

beforeAll(async () => {
  const { server, url } = await serve((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(answerWith, { "content-type": "application/json" }).end('{"seen":true}');
    });
  });
  target = server;
  const { stdout } = await run(
    "webhooks",
    "create",
    "--url",
    `${url}/hook`,
    "--watch",
    "dataset:me/corpus",
    "--format",
    "quiet",
  );
  id = stdout.trim();
});
afterAll(() => {
  target.close();
  remove();
});

describe("hooklens webhooks activity", () => {
  it("says that nothing was sent yet", async () => {
    const { code, stdout } = await run("webhooks", "activity", id);
    expect(code).toBe(0);
    expect(stdout).toBe(`No dispatches to webhook ${id} yet. Run hooklens trigger to trigger an event.\n`);
    expect(await json("webhooks", "activity", id)).toEqual([]);
  });

  it("shows what waits, newest first, as a table, as JSON and by its ids", async () => {
    await run("trigger", "repo.update", "--repo", "dataset:me/corpus");
    await run("trigger", "repo.content.update", "--repo", "dataset:me/corpus");
    const { stdout } = await run("webhooks", "activity", id);
    const [titles, first, second] = stdout.split("\n");
    expect(titles).toMatch(/^ID +TIME +EVENT +REPO +STATE +ATTEMPTS +LAST +NEXT$/);
    expect(first).toMatch(/^ 2 +\S+Z +repo\.content\.update +dataset:me\/corpus +waiting +0 +- +\S+Z$/);
    expect(second).toContain("repo.update");
    expect(await json("webhooks", "activity", id, "--limit", "1")).toEqual([
      {
        id: 2,
        createdAt: expect.any(String),
        event: { scope: "repo.content", action: "update" },
        repo: { type: "dataset", name: "me/corpus" },
        messageId: expect.stringMatching(/^msg_/),
        state: "waiting",
        attemptCount: 0,
        lastAttemptAt: null,
        lastStatus: null,
        lastError: null,
        nextAttemptAt: expect.any(String),
        run: null,
      },
    ]);
    expect((await run("webhooks", "activity", id, "--format", "quiet")).stdout).toBe("2\n1\n");
  });

  it("a replay that fails ends with 1 and is seen in the activity, with its answer", async () => {
    const { code, stdout, stderr } = await run("webhooks", "replay", id, "1");
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: `dispatch 1 to webhook ${id}: 500\n`,
      stderr: "",
    });
    expect(await json("webhooks", "activity", id, "1")).toMatchObject({
      state: "waiting",
      payload: { event: { scope: "repo", action: "update" }, webhook: { id } },
      attempts: [
        {
          status: 500,
          error: null,
          replay: true,
          answer: { headers: [["content-type", "application/json"]], body: { seen: true } },
        },
      ],
    });
    const shown = (await run("webhooks", "activity", id, "1")).stdout;
    expect(shown).toContain("Attempt 1, a replay\n");
    expect(shown).toContain("response body, 13 bytes:\n");
  });

  it("a replay that is answered with 2xx ends with 0, and the dispatch waits no more", async () => {
    answerWith = 204;
    expect(await json("webhooks", "replay", id, "1")).toEqual({
      webhookId: id,
      dispatch: "1",
      status: 204,
      error: null,
      jobRun: null,
    });
    expect(await json("webhooks", "activity", id)).toMatchObject([
      { id: 2, state: "waiting" },
      { id: 1, state: "sent", attemptCount: 2, lastStatus: 204, nextAttemptAt: null },
    ]);
  });

  it("holds a webhook, refuses to retry what is held, and drops it", async () => {
    expect((await run("webhooks", "hold", id)).stdout).toBe(`${id} is held\n`);
    expect(await json("webhooks", "activity", id, "2")).toMatchObject({ state: "held" });
    const refused = await run("webhooks", "retry", id, "2");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("The dispatch does not wait for an attempt: it is held");
    expect(await json("webhooks", "show", id)).toMatchObject({ held: true, status: "enabled" });
    expect(await json("webhooks", "release", id)).not.toHaveProperty("held");
    const { code, stdout, stderr } = await run("webhooks", "retry", id, "2");
    expect({ code, stdout }).toEqual({ code: 0, stdout: `dispatch 2 to webhook ${id}: due now\n` });
    expect(stderr).toContain("No hub is running");
    expect((await run("webhooks", "retry", id, "--all")).stdout).toBe(
      `no dispatch to webhook ${id} waits for a later time\n`,
    );
    expect(await run("webhooks", "retry", id)).toMatchObject({ code: 2 });
    expect(await run("webhooks", "retry", id, "2", "--all")).toMatchObject({ code: 2 });
    expect(await json("webhooks", "drop", id, "2")).toMatchObject({
      id: 2,
      state: "dead",
      lastError: "dropped before it was sent",
    });
    expect((await run("webhooks", "drop", id, "2")).stderr).toContain("it is dead");
  });

  it.each([
    [["webhooks", "activity", "65f1c0ffee65f1c0ffee65f1"], "has no webhook 65f1c0ffee65f1c0ffee65f1", 1],
    [["webhooks", "activity", "ID", "99"], "Dispatch not found", 1],
    [["webhooks", "replay", "ID", "99"], "Dispatch not found", 1],
    [["webhooks", "replay", "ID", "../1"], `"../1" is not the ID of a dispatch`, 2],
    [["webhooks", "activity", "ID", "--limit", "0"], `"0" is not a value for --limit`, 2],
  ])("%j is one line, and ends with 1 or 2", async (args, message, wanted) => {
    const { code, stdout, stderr } = await run(...args.map((arg) => (arg === "ID" ? id : arg)));
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
    expect({ code, stdout }).toEqual({ code: wanted, stdout: "" });
  });
});

describe("on a hub that does not list dispatches", () => {
  const webhook = { id: "6390e855e30d9209411de93b", url: "https://x.example/", watched: [], domains: [] };
  let other: { server: Server; url: string };
  beforeAll(async () => {
    other = await serve((request, response) => {
      const known = request.url === `/api/settings/webhooks/${webhook.id}`;
      response.writeHead(known ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(known ? { webhook: { ...webhook, disabled: false } } : { error: "no" }));
    });
    const receiver = startCli(["receive", "--port", "0"], { home });
    const url = `${await listeningUrl(receiver)}/webhooks/inbox`;
    for (const webhookId of [webhook.id, "another"]) {
      const body = JSON.stringify({ event: { action: "update", scope: "repo" }, webhook: { id: webhookId } });
      await fetch(url, { method: "POST", body });
    }
    receiver.child.kill("SIGTERM");
    await receiver.ended;
  });
  afterAll(() => void other.server.close());

  const runThere = (...args: readonly string[]) =>
    runInProcess(args, { home, env: { HF_ENDPOINT: other.url, HF_TOKEN: "hf_x" } });

  it("lists the webhook's deliveries in the receiver's log, with a note that has the address of its page", async () => {
    const { code, stdout, stderr } = await runThere("webhooks", "activity", webhook.id, "--format", "json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([{ webhookId: webhook.id, route: "inbox" }]);
    expect(stderr).toContain("in the log of this data directory");
    expect(stderr).toContain(`${other.url}/settings/webhooks/${webhook.id}\n`);
    const table = (await runThere("webhooks", "activity", webhook.id)).stdout;
    expect(table.split("\n")[0]).toMatch(/^SEQ +RECEIVED/);
  });

  it("a webhook that is not there is an error, and so is one dispatch", async () => {
    expect((await runThere("webhooks", "activity", "nothing")).stderr).toContain("has no webhook nothing");
    const { code, stderr } = await runThere("webhooks", "activity", webhook.id, "1");
    expect(code).toBe(1);
    expect(stderr).toContain("only a local hub can show the dispatches");
  });
});
