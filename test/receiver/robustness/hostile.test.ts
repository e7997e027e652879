import { connect } from "node:net";
import { expect, test } from "vitest";
import { hostileHttp } from "../../support/hostile-http.ts";
import { goodRequest } from "../../support/hostile-request.ts";
import { openReceiver } from "../../support/open-receiver.ts";
import { seededRandom } from "../../support/random.ts";
import { rawRequest } from "../../support/raw-http.ts";

/**
 * Sends bytes, half-closes if `halfCloses`, and never closes by itself.
 * @returns all bytes received until the server closes
 */
function provoke(port: number, bytes: Buffer, halfCloses: boolean): Promise<string> {
  return new Promise((resolve) => {
    let back = "";
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    socket.setEncoding("latin1").on("data", (text: string) => {
      back += text;
    });
    socket.on("error", () => {});
    socket.on("end", () => socket.end());
    socket.on("close", () => resolve(back));
    if (halfCloses) socket.end(bytes);
    else socket.write(bytes);
  });
}

test("six thousand hostile connections all end, and the receiver keeps running", async () => {
  const receiver = await openReceiver({
    headersTimeoutMs: 1_000,
    requestTimeoutMs: 1_000,
    keepAliveTimeoutMs: 500,
    publicUrl: () => "http://h",
    open: true,
  });
  const random = seededRandom(20);
  const texts = Array.from({ length: 6_000 }, () => hostileHttp(random)).values();
  const statuses = new Map<string, number>();
  async function provokeInTurn(): Promise<void> {
    for (const text of texts) {
      const back = await provoke(receiver.port, Buffer.from(text, "latin1"), random.below(2) === 0);
      for (const status of back.match(/HTTP\/1\.1 \d+/g) ?? [])
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  await Promise.all(Array.from({ length: 200 }, provokeInTurn));
  expect((await rawRequest(receiver.port, goodRequest)).status).toBe(200);
  // Some input was valid, and none caused an internal error.
  expect(statuses.get("HTTP/1.1 200")).toBeGreaterThan(1_000);
  expect([...statuses.keys()].filter((status) => / 5(?!01)/.test(status))).toEqual([]);
}, 120_000);
