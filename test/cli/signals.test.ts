import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { makeCliHome } from "../support/cli.ts";
import { startNode } from "../support/node-process.ts";

const { home, remove } = makeCliHome();
afterAll(remove);

test("a signal that comes while the program still loads is not lost when a command takes signals over", async () => {
  const signals = fileURLToPath(new URL("../../src/cli/signals.ts", import.meta.url));
  const script = `
    const { exitOnSignals, nextStopSignal } = await import(${JSON.stringify(signals)});
    exitOnSignals();
    // The process reads nothing from the system between these two, as while modules are loaded.
    process.kill(process.pid, "SIGTERM");
    const stopped = nextStopSignal();
    const waiting = setInterval(() => {}, 1_000);
    process.stdout.write(await stopped);
    clearInterval(waiting);
  `;
  const { ended } = startNode(["--input-type=module", "--eval", script], { home });
  expect(await ended).toMatchObject({ code: 0, stdout: "SIGTERM" });
});
