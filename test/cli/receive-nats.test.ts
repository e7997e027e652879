import { describe, expect, it } from "vitest";
import { decodeDelivery } from "../../src/store/nats/messages/delivery.ts";
import { namesOf } from "../../src/store/nats/names.ts";
import { makeCliHome, runCli, runInProcess } from "../support/cli.ts";
import { handlersDirectory } from "../support/handlers-directory.ts";
import { connectTo, freshLog, initLog, readStream } from "../support/nats-parts.ts";
import { natsServerFile, startNatsServer } from "../support/nats-server.ts";
import { startReceive } from "../support/receive-process.ts";

const waitLong = { timeout: 25_000, interval: 100 };

/** Returns the deliveries in the stream of a log. */
async function deliveriesIn(store: string) {
  const connection = await connectTo(store);
  const messages = await readStream(connection, namesOf(connection.address.name).deliveries);
  return messages.map(({ header, data }) => decodeDelivery({ headers: header, data }));
}

describe.skipIf(natsServerFile === null)("hooklens receive --store nats://", () => {
  it("stores the deliveries of two receivers in one log, and neither has a log of its own", async () => {
    const server = await startNatsServer();
    const store = freshLog(server.url);
    await initLog(store);
    const receivers = [startReceive(["--store", store]), startReceive(["--store", store])] as const;
    for (const receiver of [...receivers, ...receivers]) {
      expect((await receiver.post("inbox")).status).toBe(200);
    }
    const stored = await deliveriesIn(store);
    expect(stored.length).toBe(4);
    expect(new Set(stored.map((each) => each?.receiver)).size).toBe(2);
    for (const { child, ended } of receivers) {
      child.kill("SIGTERM");
      const { code, stderr } = await ended;
      expect(code).toBe(0);
      expect(stderr).not.toContain("not stored");
    }
    const ls = await runInProcess(
      ["deliveries", "ls", "--format", "json", "--store", store],
      receivers[0].at,
    );
    expect(JSON.parse(ls.stdout)).toMatchObject([{ seq: 4 }, { seq: 3 }, { seq: 2 }, { seq: 1 }]);
  });

  it("supersedes a push that waits in the queue when its next try is due", async () => {
    const server = await startNatsServer();
    const store = freshLog(server.url);
    await initLog(store);
    const handlers = handlersDirectory({
      "train.ts": `export default ({ fail }) => { if (fail) throw new Error("no rows"); return "done"; };\n`,
    });
    const at = makeCliHome();
    at.writeConfig("receiver: { runs: { train: { latest: true, retries: [1h] } } }");
    const receiver = startReceive(["--store", store, "--handlers", handlers.path], { at });
    const push = { repo: { id: "a" }, updatedRefs: [{ ref: "refs/heads/main" }] };
    expect((await receiver.post("train", { payload: { ...push, fail: true } })).status).toBe(202);
    expect(await receiver.post("train", { payload: push })).toEqual({ status: 200, text: "done" });
    const deliveries = async (...args: readonly string[]) =>
      runInProcess(["deliveries", ...args, "--store", store], { home: at.home });
    const first = async (): Promise<unknown> =>
      JSON.parse((await deliveries("show", "1", "--format", "json")).stdout);
    await expect.poll(first, waitLong).toMatchObject({ outcome: "pending", eventState: "waiting" });
    expect((await deliveries("retry", "1")).code).toBe(0);
    await expect.poll(first, waitLong).toMatchObject({
      outcome: "superseded",
      reason: "superseded by #2",
      eventState: "superseded",
      attempts: [{ status: 500 }],
    });
  });

  it("refuses what the server is too small for with 413", async () => {
    const server = await startNatsServer({ config: "max_payload: 1MB" });
    const store = freshLog(server.url);
    await initLog(store);
    const receiver = startReceive(["--store", store]);
    const filler = (bytes: number) => ({ filler: "x".repeat(bytes) });
    expect((await receiver.post("inbox", { payload: filler(800_000) })).status).toBe(200);
    expect((await receiver.post("inbox", { payload: filler(1_000_000) })).status).toBe(413);
    const state = await (await receiver.control()).state();
    expect(state.limits.maxBodyBytes).toBe(1_048_576 - 131_072);
    expect(state.store).toMatchObject({ kind: "nats", connected: true, server: "n1" });
  });

  it("asks senders to retry while the server is down, and stores again when it is back", async () => {
    const server = await startNatsServer();
    const store = freshLog(server.url);
    await initLog(store);
    const receiver = startReceive(["--store", store]);
    const url = await receiver.url();
    const health = async () => (await fetch(`${url}/healthz`)).status;
    expect(await health()).toBe(200);
    await server.kill();
    await expect.poll(health, waitLong).toBe(503);
    const refused = await fetch(`${url}/webhooks/inbox`, { method: "POST", body: "{}" });
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).not.toBeNull();
    await receiver.waitForLine(/deliveries are not stored: .*cannot be reached|no connection/, "stderr");
    await server.restart();
    await expect.poll(health, waitLong).toBe(200);
    expect((await receiver.post("inbox")).status).toBe(200);
    expect((await deliveriesIn(store)).length).toBeGreaterThanOrEqual(1);
  });

  it("starts with an account that may not store deliveries, and says so", async () => {
    const reads = `permissions: { publish: { deny: "*.d.>" } }`;
    const server = await startNatsServer({
      config: `authorization { users: [{ user: all, password: p }, { user: reads, password: p, ${reads} }] }`,
    });
    const store = freshLog(server.url);
    await initLog(store.replace("nats://", "nats://all:p@"));
    const receiver = startReceive(["--store", store.replace("nats://", "nats://reads:p@")]);
    await receiver.waitForLine(/^warning: deliveries are not stored: permissions violation/i, "stderr");
    expect((await receiver.post("inbox")).status).toBe(503);
    expect((await fetch(`${await receiver.url()}/healthz`)).status).toBe(503);
    expect((await (await receiver.control()).state()).store).toMatchObject({ isWritable: false });
  });

  it("says in one line that the log was not created, or the password is wrong", async () => {
    const server = await startNatsServer({ config: `authorization { user: me, password: right }` });
    const home = makeCliHome();
    const receive = (url: string) => runCli(["receive", "--port", "0", "--store", url], home);
    const missing = await receive(server.url.replace("nats://", "nats://me:right@"));
    expect(missing).toMatchObject({ code: 3, stdout: "" });
    expect(missing.stderr).toMatch(
      /^error: there is no complete log "hooklens" at nats:.*\. Run hooklens store init\.\n$/,
    );
    const denied = await receive(server.url.replace("nats://", "nats://me:hunter2@"));
    expect(denied).toMatchObject({ code: 3, stdout: "" });
    expect(denied.stderr).toMatch(
      /^error: nats:\S+ denies access \(Authorization Violation\)\. Check .*\n$/i,
    );
    expect(denied.stderr).not.toContain("hunter2");
    home.remove();
  });
});

it("says in one line that no server is there", async () => {
  const home = makeCliHome();
  const result = await runInProcess(["receive", "--port", "0", "--store", "nats://127.0.0.1:1"], home);
  expect(result).toMatchObject({ code: 3, stdout: "" });
  expect(result.stderr).toMatch(
    /^error: nats:\/\/127\.0\.0\.1:1 cannot be reached \(.*\)\. Start the server.*\n$/,
  );
  home.remove();
});
