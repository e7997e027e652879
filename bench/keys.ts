import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { receiverOf } from "../test/support/app/header.ts";
import { postBytes, postInTurn } from "../test/support/load.ts";
import type { Screen } from "../test/support/screen/screen.ts";
import { startScreen } from "../test/support/screen/start-screen.ts";
import { payloadText } from "./receive-payload.ts";
import { type BenchResult, formatResult } from "./result.ts";

export const question =
  "How long does a key take until the frame that shows it, idle and while 5,000 deliveries per second arrive?";

const presses = 200;
/** Number of first key presses that are not counted: they compile the code that draws. */
const warmUp = 20;
/** Interval of a held key, in milliseconds: about 30 per second. */
const repeatMs = 33;
const perSecond = 5_000;
const connections = 16;
const aims = { p50: 5, p99: 16 };

/**
 * Measures the app at 160x50 on the Deliveries screen: `j` and `k` move the selection, and each run waits for
 * the moved mark.
 */
export async function run(): Promise<readonly BenchResult[]> {
  await using screen = await startScreen(["node", join(import.meta.dirname, "..", "bin", "hooklens.js")], {
    columns: 160,
    rows: 50,
  });
  const port = Number(new URL(await receiverOf(screen)).port);
  screen.press("2");
  await screen.waitFor("No deliveries yet");
  await post(port, 500);
  await screen.waitFor("of 500");
  // Pauses on the second row, so that arriving deliveries do not move the rows.
  screen.press("j");
  await screen.waitFor("paused");

  const idle = await measure(screen);
  const stop = new AbortController();
  const sent = flood(port, stop.signal);
  await screen.waitFor(/[1-9],?\d{3}\/s/);
  const busy = await measure(screen);
  const shown = /([\d,]+)\/s/.exec(screen.line(0))?.[1] ?? "?";
  stop.abort();
  await sent;
  return [...results("idle", idle), ...results(`at ${shown} deliveries/s`, busy)];
}

async function measure(screen: Screen): Promise<readonly number[]> {
  const times: number[] = [];
  for (let press = 0; press < warmUp + presses; press += 1) {
    const before = marked(screen);
    const key = press % 2 === 0 ? "j" : "k";
    times.push(await screen.timeTo(key, (now) => marked(now) !== before && marked(now) !== -1));
    // Presses as fast as a keyboard repeats.
    await delay(repeatMs);
  }
  return times.slice(warmUp).toSorted((one, other) => one - other);
}

const marked = (screen: Screen) => screen.row(/^[│┃]❯/);

function results(when: string, times: readonly number[]): BenchResult[] {
  const at = (part: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
  return (["p50", "p99"] as const).map((name) => {
    const value = at(name === "p50" ? 0.5 : 0.99);
    return {
      what: `key to frame ${when}, ${name} of ${times.length}`,
      value,
      unit: "ms",
      limit: { what: "aim", value: aims[name] },
      ratio: value / aims[name],
      aim: `<= ${aims[name]} ms`,
      ok: value <= aims[name],
    };
  });
}

const request = () => postBytes("inbox", null, payloadText);

async function post(port: number, count: number): Promise<void> {
  let left = count;
  await postInTurn(
    port,
    () => (left-- > 0 ? request() : null),
    () => {},
  );
}

/** Sends deliveries from a thread at a steady rate until the signal is aborted. */
async function flood(port: number, signal: AbortSignal): Promise<void> {
  const { Worker } = await import("node:worker_threads");
  const worker = new Worker(new URL("steady-load.ts", import.meta.url), {
    workerData: { port, perSecond, connections },
  });
  signal.addEventListener("abort", () => worker.postMessage("stop"));
  await new Promise((resolve) => worker.once("exit", resolve));
}

if (import.meta.main) for (const result of await run()) console.log(formatResult(result));
