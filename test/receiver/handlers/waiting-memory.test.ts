import { readFileSync } from "node:fs";
import process from "node:process";
import { expect, test } from "vitest";
import { handlersDirectory } from "../../support/handlers-directory.ts";
import { startReceive } from "../../support/receive-process.ts";

const deliveries = 20;
const bodyBytes = 4_000_000;

/** Returns the memory of a process in bytes. Linux only. */
function memoryOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1_024;
}

test.skipIf(process.platform !== "linux")(
  "waiting deliveries are kept as bytes, without payloads and read buffers",
  async () => {
    const { path } = handlersDirectory({
      "train.ts": `let begun = 0;
        export default () => { begun += 1; console.log("begun", begun); return new Promise(() => {}); };`,
    });
    const receiver = startReceive(["--handlers", path]);
    const url = `${await receiver.url()}/webhooks/train`;
    const before = memoryOf(receiver.child.pid ?? 0);
    const body = JSON.stringify({ text: "x".repeat(bodyBytes) });
    for (let sent = 1; sent <= deliveries; sent += 1) {
      // It gets no response: the connection ends with the receiver.
      fetch(url, { method: "POST", body }).catch(() => {});
      await receiver.waitForLine(new RegExp(`begun ${sent}$`), "stderr");
    }
    const each = (memoryOf(receiver.child.pid ?? 0) - before) / deliveries / bodyBytes;
    // Twice the body and uncollected garbage. With pieces and payloads it was four and a half times.
    expect(each).toBeLessThan(3.3);
  },
);
