import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import process from "node:process";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { handlerAction } from "../../../src/receiver/handlers/call-handler.ts";
import { type CliOptions, listeningUrl, makeCliHome, startCli } from "../../support/cli.ts";
import { goodRequest, requestHead } from "../../support/hostile-request.ts";
import { openReceiver } from "../../support/open-receiver.ts";
import { rawConnection, rawRequest } from "../../support/raw-http.ts";

const mebibyte = 1_048_576;

/** Duration of the flood; HOOKLENS_TEST_SECONDS=60 for a thorough run. */
const seconds = Number(process.env["HOOKLENS_TEST_SECONDS"] ?? 4);

/** Starts `hooklens receive` in its own process. */
async function startReceiver(
  limits: Pick<CliOptions, "openFiles"> = {},
): Promise<{ readonly port: number; readonly pid: number }> {
  const { home, remove } = makeCliHome();
  const running = startCli(["receive", "--port", "0"], { home, ...limits });
  onTestFinished(async () => {
    running.child.kill("SIGKILL");
    await running.ended;
    remove();
  });
  return { port: Number(new URL(await listeningUrl(running)).port), pid: running.child.pid ?? 0 };
}

/** Keeps `count` connections open with half a head. Opens a new one when one is closed. */
function holdHalfHeads(port: number, count: number): void {
  const open = new Set<Socket>();
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
    for (const socket of open) socket.destroy();
  });
  function renew(): void {
    if (isOver) return;
    const socket = connect(port, "127.0.0.1", () => socket.write(requestHead));
    open.add(socket);
    socket.resume();
    socket.on("error", () => {});
    socket.on("close", () => {
      open.delete(socket);
      renew();
    });
  }
  for (let n = 0; n < count; n += 1) renew();
}

test.skipIf(process.platform === "win32")(
  "150 half-open connections at a limit of 120 open files do not block deliveries",
  async () => {
    const { port } = await startReceiver({ openFiles: 120 });
    holdHalfHeads(port, 150);
    for (let n = 0; n < seconds; n += 1) {
      await sleep(1_000);
      expect((await rawRequest(port, goodRequest)).status).toBe(200);
    }
  },
  (seconds + 30) * 1_000,
);

test("at the limit the connection without a complete request for the longest time is closed", async () => {
  const release = Promise.withResolvers<string>();
  const action = handlerAction("slow", () => release.promise);
  const receiver = await openReceiver({ maxConnections: 3, routes: ["inbox", { name: "slow", action }] });
  const working = await rawConnection(receiver.port);
  working.send(goodRequest.replace("/inbox", "/slow"));
  const half = await rawConnection(receiver.port);
  half.send(requestHead);
  const idle = await rawConnection(receiver.port);
  idle.send(goodRequest);
  expect((await idle.answer()).status).toBe(200);
  expect((await rawRequest(receiver.port, goodRequest)).status).toBe(200);
  expect(await half.closed()).toBe("");
  expect((await rawRequest(receiver.port, goodRequest)).status).toBe(200);
  expect(await idle.closed()).toBe("");
  release.resolve("done");
  expect(await working.answer()).toMatchObject({ status: 200, body: "done" });
});

test("if all connections are busy, the one busy for the longest time is closed", async () => {
  const release = Promise.withResolvers<string>();
  const calls: (() => void)[] = [];
  const action = handlerAction("slow", () => {
    calls.shift()?.();
    return release.promise;
  });
  const receiver = await openReceiver({ maxConnections: 2, routes: ["inbox", { name: "slow", action }] });
  const connections = [];
  for (let n = 0; n < 2; n += 1) {
    const called = new Promise<void>((resolve) => calls.push(resolve));
    const connection = await rawConnection(receiver.port);
    connection.send(goodRequest.replace("/inbox", "/slow"));
    await called;
    connections.push(connection);
  }
  expect((await rawRequest(receiver.port, goodRequest)).status).toBe(200);
  expect(await connections[0]?.closed()).toBe("");
  release.resolve("done");
  expect((await connections[1]?.answer())?.body).toBe("done");
});

/** Request with an incomplete body. */
interface StalledBody {
  /** Resolves when the receiver has refused the request. */
  readonly refused: Promise<true>;
  leave(): void;
}

/** Starts a request with an incomplete body. */
async function stalledBody(port: number, bytes: number, isChunked: boolean): Promise<StalledBody> {
  const connection = await rawConnection(port);
  const length = isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${bytes + 1}`;
  connection.send(`${requestHead}${length}\r\nExpect: 100-continue\r\n\r\n`);
  expect((await connection.answer()).status).toBe(100);
  connection.send(isChunked ? `${bytes.toString(16)}\r\n${" ".repeat(bytes)}\r\n` : " ".repeat(bytes));
  const refused = Promise.withResolvers<true>();
  void connection.answer().then(
    () => refused.resolve(true),
    () => {},
  );
  return { refused: refused.promise, leave: connection.destroy };
}

test.each([
  ["of known length", false],
  ["in chunks", true],
])(
  "bodies %s beyond the budget get 503 and Retry-After unread; small ones pass, and all when there is room again",
  async (_, isChunked) => {
    const receiver = await openReceiver({ maxBodyBytes: mebibyte, maxBodiesBytes: mebibyte });
    let stalled = await stalledBody(receiver.port, 700_000, isChunked);
    const large = `${requestHead}Content-Length: 200002\r\n\r\n"${"x".repeat(200_000)}"`;
    await expect
      .poll(async () => {
        // Chunks that arrive behind the large body find no room themselves.
        const isRefused = await Promise.race([stalled.refused, setImmediate(false)]);
        if (isRefused) stalled = await stalledBody(receiver.port, 700_000, isChunked);
        return (await rawRequest(receiver.port, large)).status;
      })
      .toBe(503);
    const refused = await rawRequest(receiver.port, large);
    expect(refused).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
    expect((await rawRequest(receiver.port, goodRequest)).status).toBe(200);
    stalled.leave();
    await expect.poll(async () => (await rawRequest(receiver.port, large)).status).toBe(200);
    const rows = await receiver.rows();
    expect(rows.find(({ status, bytes }) => status === 503 && bytes === 200_002)).toMatchObject({
      outcome: "rejected",
    });
  },
);

test("stored bodies release their memory budget", async () => {
  const receiver = await openReceiver({ maxBodiesBytes: 100_000 });
  const body = `"${"x".repeat(60_000)}"`;
  const post = `${requestHead}Content-Length: ${body.length}\r\n\r\n${body}`;
  for (let n = 0; n < 5; n += 1) expect((await rawRequest(receiver.port, post)).status).toBe(200);
});

function nested(depth: number): string {
  const body = `{"a":`.repeat(depth) + "1" + "}".repeat(depth);
  return `${requestHead}Content-Length: ${body.length}\r\n\r\n${body}`;
}

test("a body at the nesting limit is accepted, a deeper one is 400; brackets in strings do not count", async () => {
  const receiver = await openReceiver({ maxJsonDepth: 40 });
  expect((await rawRequest(receiver.port, nested(40))).status).toBe(200);
  const answer = await rawRequest(receiver.port, nested(41));
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toEqual({ error: "The JSON is nested deeper than 40 levels." });
  const text = JSON.stringify([`"\\${"[{".repeat(50)}`, `\\`, "["]);
  const post = `${requestHead}Content-Length: ${text.length}\r\n\r\n${text}`;
  expect((await rawRequest(receiver.port, post)).status).toBe(200);
  expect((await receiver.rows()).map(({ status }) => status)).toEqual([200, 400, 200]);
});

// Only Linux reports the peak memory of a process.
test.skipIf(process.platform !== "linux")(
  "80 stalled bodies of almost 5 MB and four nested documents of 5 MB take less than 250 MB of memory",
  async () => {
    const { port, pid } = await startReceiver();
    const length = 5 * mebibyte;
    const nestedBody = Buffer.alloc(length, "[");
    const nestedRequest = Buffer.concat([
      Buffer.from(`${requestHead}Content-Length: ${length}\r\n\r\n`),
      nestedBody,
    ]);
    for (let n = 0; n < 4; n += 1) expect((await rawRequest(port, nestedRequest)).status).toBe(400);
    const almost = Buffer.alloc(length - 1, " ");
    const stalled = await Promise.all(Array.from({ length: 80 }, () => rawConnection(port)));
    for (const connection of stalled) {
      connection.send(`${requestHead}Content-Length: ${length}\r\n\r\n`);
      connection.send(almost);
    }
    const small = await rawRequest(port, goodRequest);
    expect(small.status).toBe(200);
    const statuses = await Promise.all(
      Array.from({ length: 4 }, async () => (await rawRequest(port, nestedRequest)).status),
    );
    // Refused senders are asked to retry.
    expect(statuses.filter((status) => status !== 400 && status !== 503)).toEqual([]);
    const peak = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;
    expect(peak).toBeLessThan(250);
  },
);
