import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, onTestFinished, test } from "vitest";
import { listeningUrl, makeCliHome, startCli } from "../../support/cli.ts";
import { goodRequest, requestHead } from "../../support/hostile-request.ts";
import { postMany } from "../../support/load.ts";
import { startNode } from "../../support/node-process.ts";
import { openReceiver } from "../../support/open-receiver.ts";
import { rawConnection, rawRequest } from "../../support/raw-http.ts";

const mebibyte = 1024 ** 2;
const sender = join(import.meta.dirname, "../../support/programs/huge-sender.ts");

/** Starts `hooklens receive` in its own process, after it has received some deliveries. */
async function warmReceiver(): Promise<{ port: number; pid: number }> {
  const { home, remove } = makeCliHome();
  const running = startCli(["receive", "--port", "0"], { home });
  onTestFinished(async () => {
    running.child.kill("SIGKILL");
    await running.ended;
    remove();
  });
  const port = Number(new URL(await listeningUrl(running)).port);
  // The first request of the metrics loads them, which a body is not to be blamed for.
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
  await postMany({
    port,
    secret: null,
    connections: 8,
    count: 2_000,
    makeBody: (id) => JSON.stringify({ id }),
  });
  return { port, pid: running.child.pid ?? 0 };
}

/** Returns the current and the peak memory of a process, in bytes. */
function memory(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const bytes = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1_024;
  return { now: bytes("VmRSS"), peak: bytes("VmHWM") };
}

// Only Linux reports the peak memory of a process.
test.skipIf(process.platform !== "linux").each(["chunked", "length", "expect"])(
  "2 GB from a sender that ignores responses (%s): 413, cut off or discarded, in less than 20 MB of memory",
  async (framing) => {
    const { port, pid } = await warmReceiver();
    const before = memory(pid);
    const { stdout } = await startNode([sender, String(port), framing], { home: import.meta.dirname }).ended;
    const { answer, sent } = JSON.parse(stdout) as { answer: string; sent: number };
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*\{"error":"The body is larger than 5 MiB\."\}$/s);
    // More than the socket buffers of the system hold, so the receiver did read.
    expect(sent).toBeGreaterThan(32 * mebibyte);
    expect((memory(pid).peak - before.now) / mebibyte).toBeLessThan(20);
    expect((await rawRequest(port, goodRequest)).status).toBe(200);
  },
);

test.skipIf(process.platform !== "linux")(
  "a body of 3 MB in chunks of a byte is assembled in less than 30 MB of memory",
  async () => {
    const { port, pid } = await warmReceiver();
    const before = memory(pid);
    const connection = await rawConnection(port);
    connection.send(`${requestHead}Transfer-Encoding: chunked\r\n\r\n`);
    const digits = "1\r\n7\r\n".repeat(3_000_000);
    connection.send(`1\r\n"\r\n${digits}1\r\n"\r\n0\r\n\r\n`);
    expect((await connection.answer()).status).toBe(200);
    expect((memory(pid).peak - before.now) / mebibyte).toBeLessThan(30);
  },
);

test("a sender that expects a 100 for 2 GB gets 413 instead, and the connection is closed", async () => {
  const receiver = await openReceiver();
  const connection = await rawConnection(receiver.port);
  connection.send(`${requestHead}Content-Length: ${2 * 1024 ** 3}\r\nExpect: 100-continue\r\n\r\n`);
  expect((await connection.answer()).status).toBe(413);
  expect(await connection.closed()).toBe("");
  expect((await rawRequest(receiver.port, goodRequest)).status).toBe(200);
});
