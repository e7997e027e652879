import { describe, expect, onTestFinished, test } from "vitest";
import { openStore } from "../../src/engine/stores.ts";
import { type CliHome, makeCliHome, runInProcess, startCli } from "../support/cli.ts";
import { rawAnswer, rawTarget } from "../support/raw-target.ts";
import { startReceive } from "../support/receive-process.ts";
import { freePort } from "../support/tunnel/free-port.ts";

const ok = (status = 200) => rawTarget((socket) => socket.write(rawAnswer(status)));

/** Starts `deliveries tail --forward` of a receiver with the secret `s`. */
async function startTail(at: CliHome, args: readonly string[]) {
  const env = { WEBHOOK_SECRET: "s" };
  const tail = startCli(["deliveries", "tail", "--since", "1d", "--format", "json", ...args], {
    home: at.home,
    env,
  });
  onTestFinished(async () => {
    tail.child.kill("SIGKILL");
    await tail.ended;
  });
  return {
    ...tail,
    /** Waits for the result of a delivery. */
    async result(seq: number): Promise<unknown> {
      const [line] = await tail.waitForLine(new RegExp(`^\\{"seq":${seq},.*$`));
      return JSON.parse(line);
    },
  };
}

async function send(url: string, body: string, secret = "s"): Promise<void> {
  await fetch(`${url}/webhooks/inbox?x=1`, {
    method: "POST",
    headers: { "x-webhook-secret": secret, authorization: "Bearer hidden", "X-B": "1" },
    body,
  });
}

describe("hooklens deliveries tail --forward", () => {
  test("sends matching deliveries byte for byte, with the secret, and changes nothing in the log", async () => {
    const receiver = startReceive(["--secret", "s"]);
    const url = await receiver.url();
    const target = await ok(201);
    const tail = await startTail(receiver.at, ["--forward", `${target.url}/hook?a=b`, "--where", "wanted"]);
    await send(url, '{"wanted":  "ü" }');
    await send(url, '{"other": 1}');
    await send(url, '{"wanted": "refused"}', "wrong");
    await send(url, '{"wanted": 2}');
    expect(await tail.result(1)).toMatchObject({
      target: `${target.url}/hook?a=b`,
      status: 201,
      error: null,
      attempts: 1,
    });
    await tail.result(4);
    expect(target.requests.map(({ body }) => Buffer.from(body, "latin1").toString())).toEqual([
      '{"wanted":  "ü" }',
      '{"wanted": 2}',
    ]);
    const [first] = target.requests;
    expect(first?.head[0]).toBe("POST /hook?a=b&x=1 HTTP/1.1");
    expect(first?.head).toContain("x-webhook-secret: s");
    expect(first?.head.join("\n")).not.toMatch(/authorization|redacted/i);
    const store = await openStore({ dataDir: receiver.at.dataDir, store: "sqlite" });
    const reader = store.deliveries.openReader();
    onTestFinished(() => reader.close());
    expect(await reader.get(1)).toMatchObject({ outcome: "accepted", attempts: [], nextAttemptAt: null });
    expect(await reader.lastSeq()).toBe(4);
  });

  test("tries a target that is down again, and goes on after one that stays down", async () => {
    const receiver = startReceive(["--secret", "s"]);
    const url = await receiver.url();
    const port = await freePort("127.0.0.1");
    const tail = await startTail(receiver.at, ["--forward", String(port)]);
    await send(url, "1");
    expect(await tail.result(1)).toMatchObject({ status: null, error: "connection refused", attempts: 4 });
    await send(url, "2");
    const target = await rawTarget((socket) => socket.write(rawAnswer(500)), port);
    expect(await tail.result(2)).toMatchObject({ status: 500, error: null });
    expect(target.requests.map(({ body }) => body)).toEqual(["2"]);
  });

  test("takes nothing from the queue of a forward", async () => {
    const port = await freePort("127.0.0.1");
    const receiver = startReceive(["--secret", "s", "--forward", String(port)]);
    const url = await receiver.url();
    const target = await ok();
    const tail = await startTail(receiver.at, ["--forward", target.url]);
    await send(url, "{}");
    expect(await tail.result(1)).toMatchObject({ status: 200 });
    const control = await receiver.control();
    expect(await control.state()).toMatchObject({ forwardsWaiting: 1 });
    const own = await rawTarget((socket) => socket.write(rawAnswer(200)), port);
    await control.retryForwards([1]);
    await own.received(1);
  });

  test("ends at --limit with the exit code of its results, and prints a line for each", async () => {
    const receiver = startReceive(["--secret", "s"]);
    await send(await receiver.url(), "{}");
    const { home } = receiver.at;
    const args = ["deliveries", "tail", "--since", "1d", "--limit", "1", "--forward"];
    const failing = await ok(503);
    expect(await runInProcess([...args, failing.url], { home })).toMatchObject({ code: 1 });
    const good = await ok();
    const { code, stdout } = await runInProcess([...args, good.url], { home });
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^ +1 +200 +inbox .* to ${good.url}/ .*\\n$`));
  });

  test("refuses the receiver of the log as its target, and a secret without a target", async () => {
    const receiver = startReceive(["--secret", "s"]);
    const url = await receiver.url();
    const { home } = receiver.at;
    const itself = await runInProcess(["deliveries", "tail", "--forward", `${url}/webhooks/inbox`], { home });
    expect(itself).toMatchObject({ code: 2, stderr: expect.stringContaining("in a loop") });
    const alone = await runInProcess(["deliveries", "tail", "--with-secret"], { home });
    expect(alone).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--with-secret needs --forward"),
    });
  });

  test("says that the secret is not sent to another machine, unless it is asked for", async () => {
    const { home, remove } = makeCliHome();
    onTestFinished(remove);
    const args = ["deliveries", "tail", "--forward", "https://hooks.example.com/"];
    const plain = startCli(args, { home });
    await plain.waitForLine(
      /^The secret is not sent to hooks\.example\.com; use --with-secret to send it\.$/,
      "stderr",
    );
    plain.child.kill("SIGINT");
    expect(await plain.ended).toMatchObject({ code: 130 });
  });
});
