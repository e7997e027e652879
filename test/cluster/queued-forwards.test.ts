import type { Socket } from "node:net";
import process from "node:process";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { makeCliHome, runCli } from "../support/cli.ts";
import { freshLog, initLog } from "../support/nats-parts.ts";
import { natsServerFile, startNatsServer } from "../support/nats-server.ts";
import { rawAnswer, type RawTarget, rawTarget } from "../support/raw-target.ts";
import { type ReceiveProcess, startReceive } from "../support/receive-process.ts";
import { freePort } from "../support/tunnel/free-port.ts";

/** The first retry is later than a sender waits, so that a delivery is queued after one attempt. */
const retries = "receiver: {forwardRetries: [20s, 20s, 20s, 20s, 20s]}\n";

/** Starts a receiver of a log, with a data directory of its own. */
function receiverOf(store: string, port: number, args: readonly string[] = []): ReceiveProcess {
  const at = makeCliHome();
  at.writeConfig(retries);
  return startReceive(["--store", store, "--secret", "s", "--forward", String(port), ...args], { at });
}

async function deliver(receiver: ReceiveProcess, n: number): Promise<number> {
  return (await receiver.post("inbox", { secret: "s", payload: { n } })).status;
}

const numbersOf = ({ requests }: RawTarget): readonly number[] =>
  requests.map(({ body }) => z.object({ n: z.number() }).parse(JSON.parse(body)).n);

const rowsSchema = z.array(z.object({ outcome: z.string(), dead: z.boolean() }));

/** Lists the deliveries of a log as a teammate does. */
async function listed(store: string, where: string) {
  const { home, remove } = makeCliHome();
  const args = [
    "deliveries",
    "ls",
    "--store",
    store,
    "--where",
    where,
    "--limit",
    "1000",
    "--format",
    "json",
  ];
  const { stdout } = await runCli(args, { home });
  remove();
  return rowsSchema.parse(JSON.parse(stdout));
}

const exportedSchema = z.object({ attempts: z.array(z.object({ startedAt: z.string() })) });

/** Returns the times at which the attempts of all deliveries began, in the order of the deliveries. */
async function startsOf(store: string): Promise<readonly string[]> {
  const { home, remove } = makeCliHome();
  const { stdout } = await runCli(["deliveries", "export", "--store", store], { home });
  remove();
  const rows = stdout.trim().split("\n");
  return rows.flatMap((row) =>
    exportedSchema.parse(JSON.parse(row)).attempts.map(({ startedAt }) => startedAt),
  );
}

describe.skipIf(natsServerFile === null)("forwards of several receivers", () => {
  test("what a killed receiver was attempting is resumed by another, and all arrive", async () => {
    const server = await startNatsServer();
    const store = freshLog(server.url);
    await initLog(store, { ackWaitMs: 2_000 });
    const port = await freePort("127.0.0.1");
    const receivers = [receiverOf(store, port), receiverOf(store, port), receiverOf(store, port)] as const;
    await Promise.all(receivers.map((receiver) => receiver.url()));
    const count = 60;
    const statuses = await Promise.all(
      Array.from({ length: count }, (_, n) => deliver(receivers[n % 3] ?? receivers[0], n)),
    );
    expect(new Set(statuses)).toEqual(new Set([202]));
    expect(await listed(store, "is:waiting")).toHaveLength(count);

    const open: Socket[] = [];
    let isHanging = true;
    const target = await rawTarget((socket) => {
      if (isHanging) open.push(socket);
      else socket.write(rawAnswer(200));
    }, port);
    const [killed] = receivers;
    await (await killed.control()).retryForwards(null);
    // All places of all receivers are taken.
    await target.received(48);
    expect((await (await killed.control()).state()).forward).toMatchObject({ sending: 16 });
    const killedMs = Date.now();
    killed.child.kill("SIGKILL");
    await killed.ended;
    isHanging = false;
    for (const socket of open) socket.write(rawAnswer(200));

    await expect.poll(() => new Set(numbersOf(target)).size).toBe(count);
    await expect.poll(() => target.requests.length).toBeGreaterThanOrEqual(count + 16);
    const resumedMs = Date.now() - killedMs;
    await expect
      .poll(async () => (await listed(store, "is:handled")).length, { timeout: 20_000, interval: 200 })
      .toBe(count);
    expect(await listed(store, "is:failed")).toEqual([]);
    expect((await listed(store, "is:handled")).some(({ dead }) => dead)).toBe(false);
    for (const receiver of receivers.slice(1)) {
      const control = await receiver.control();
      await expect.poll(async () => (await control.state()).forwardsWaiting).toBe(0);
    }
    expect(resumedMs).toBeLessThan(15_000);
    process.stdout.write(`16 forwards of a killed receiver resumed after ${resumedMs} ms (ack_wait 2 s)\n`);
  });

  test("what waits is sent in the order in which it was received", async () => {
    const server = await startNatsServer();
    const store = freshLog(server.url);
    await initLog(store);
    const target = await rawTarget((socket) => socket.write(rawAnswer(200)));
    const receiver = receiverOf(store, target.port);
    const idle = receiverOf(store, target.port, ["--no-work"]);
    await Promise.all([receiver.url(), idle.url()]);
    const control = await receiver.control();
    await control.holdForward(true);
    for (let n = 0; n < 100; n += 1) expect(await deliver(receiver, n)).toBe(202);
    await control.holdForward(false);
    await target.received(100);
    await expect.poll(async () => (await control.state()).forwardsWaiting).toBe(0);
    const started = await startsOf(store);
    expect(started).toHaveLength(100);
    expect(started).toEqual(started.toSorted());
    // The target reads 16 connections in any order.
    for (const [at, n] of numbersOf(target).entries()) expect(Math.abs(at - n)).toBeLessThan(16);
  });

  test("a receiver without a forward sends what another one has queued, unless it takes no part", async () => {
    const server = await startNatsServer();
    const store = freshLog(server.url);
    await initLog(store);
    const target = await rawTarget((socket) => socket.write(rawAnswer(200)));
    const queuing = receiverOf(store, target.port, ["--no-work"]);
    await queuing.url();
    await (await queuing.control()).holdForward(true);
    expect(await deliver(queuing, 1)).toBe(202);
    const at = makeCliHome();
    const plain = startReceive(["--store", store, "--secret", "s", "--port", "0"], { at });
    await plain.url();
    await target.received(1);
    await expect.poll(async () => (await listed(store, "is:handled")).length).toBe(1);
  });

  test("a teammate forwards new deliveries of the log to a program of their own", async () => {
    const server = await startNatsServer();
    const store = freshLog(server.url);
    await initLog(store);
    const target = await rawTarget((socket) => socket.write(rawAnswer(200)));
    const receiver = startReceive(["--store", store, "--secret", "s"]);
    await receiver.url();
    await deliver(receiver, 1);
    const { home, remove } = makeCliHome();
    onTestFinished(remove);
    const args = ["--forward", target.url, "--where", "-path:nothing*", "--limit", "2", "--format", "quiet"];
    const tail = runCli(["deliveries", "tail", "--store", store, "--since", "1h", ...args], { home });
    await target.received(1);
    await deliver(receiver, 2);
    expect(await tail).toMatchObject({ code: 0, stdout: "1\n2\n" });
    expect(numbersOf(target)).toEqual([1, 2]);
  });
});
