import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { receiverPort } from "../test/support/app/header.ts";
import { postBytes, postInTurn } from "../test/support/load.ts";
import { startScreen } from "../test/support/screen/start-screen.ts";
import { processCosts, total } from "./process-cost.ts";
import { payloadText } from "./receive-payload.ts";
import { type BenchResult, report, single } from "./result.ts";

export const question = "How much CPU does the app with its engine take while only ages change?";

const aimPercent = 1;
const rows = 40;
/** Length of a measurement; `node bench/idle.ts 60` sets another. */
const seconds = 30;

/** Measures the Deliveries screen at 160x50 while all ages are below a minute, and while all are above. */
export async function run(forSeconds = seconds): Promise<readonly BenchResult[]> {
  await using screen = await startScreen(["node", join(import.meta.dirname, "..", "bin", "hooklens.js")], {
    columns: 160,
    rows: 50,
  });
  const port = await receiverPort(screen);
  screen.press("2");
  await screen.waitFor("No deliveries yet");
  let left = rows;
  await postInTurn(
    port,
    () => (left-- > 0 ? postBytes("inbox", null, payloadText) : null),
    () => {},
  );
  await screen.waitFor(`of ${rows}`);
  // Until the rate of deliveries is gone from the screen.
  await pause(10_000);
  const young = await share(screen.pid, forSeconds);
  await screen.waitUntil(() => !/ \d+ s ago| \d+ s /.test(screen.line(10)), 90_000);
  const old = await share(screen.pid, forSeconds);
  return [result("below a minute", young), result("above a minute", old)];
}

/** Returns the CPU time of a process and its descendants in percent of one core. */
async function share(pid: number, forSeconds: number): Promise<number> {
  const before = total(processCosts(pid), "cpuMs");
  const startedMs = performance.now();
  await pause(forSeconds * 1_000);
  return (100 * (total(processCosts(pid), "cpuMs") - before)) / (performance.now() - startedMs);
}

function result(ages: string, value: number): BenchResult {
  return single(`CPU while idle with ${rows} ages ${ages}`, value, "%", aimPercent);
}

if (import.meta.main) report(await run(Number(process.argv[2] ?? seconds)));
