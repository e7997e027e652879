import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { deliver, runningEngine } from "../support/running-engine.ts";

const entry = fileURLToPath(new URL("../support/follower-entry.ts", import.meta.url));

test("an app that was stopped for longer than the maximum silence resumes with the newest position", async () => {
  const dataDir = freshDataDir();
  const engine = await runningEngine(dataDir);
  const url = engine.receiver?.url ?? "";
  const app = spawn(process.execPath, [entry, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void app.kill("SIGKILL"));
  const said = createInterface({ input: app.stdout })[Symbol.asyncIterator]();
  expect((await said.next()).value).toBe("0");

  app.kill("SIGSTOP");
  await deliver(url, { a: 1 });
  // Waits longer than the 2 s of silence after which an engine counts as gone; there is no condition to wait
  // for.
  await sleep(3000);
  app.kill("SIGCONT");
  expect((await said.next()).value).toBe("1");

  await engine.close();
  expect((await said.next()).value).toBe("engine-gone");
});
