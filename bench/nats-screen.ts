import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseNatsAddress } from "../src/store/nats/address.ts";
import { connectNats } from "../src/store/nats/connect.ts";
import { namesOf } from "../src/store/nats/names.ts";
import { createStreams } from "../src/store/nats/streams.ts";
import { receiverPort } from "../test/support/app/header.ts";
import { natsServerFile, startNatsServer } from "../test/support/nats-server.ts";
import type { Screen } from "../test/support/screen/screen.ts";
import { startScreen } from "../test/support/screen/start-screen.ts";
import { makeBenchDir } from "./bench-dir.ts";
import { benchSecret, payloadText } from "./receive-payload.ts";
import { type BenchLine, type BenchResult, percentile, report } from "./result.ts";

export const question =
  "How long does a delivery take from its sender to the screen of another machine that reads the same log, compared with an app that shows its own receiver?";

const deliveries = 200;
/** Number of first deliveries that are not counted. */
const warmUp = 20;
/** Interval of deliveries, in milliseconds, which no interval of the program divides. */
const everyMs = 137;
const aimMs = 150;

const root = join(import.meta.dirname, "..");
const program = ["node", join(root, "bin", "hooklens.js")];
const env = { NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "bench-compile") };

/** Opens the app on its deliveries. */
async function openApp(...options: readonly string[]): Promise<Screen> {
  const screen = await startScreen([...program, ...options], {
    columns: 120,
    rows: 40,
    env: { ...env, WEBHOOK_SECRET: benchSecret },
    timeoutMs: 60_000,
  });
  await screen.waitFor("hooklens");
  await screen.waitFor("No webhooks yet");
  screen.press("2");
  await screen.waitFor("━ Deliveries ━");
  return screen;
}

/** Returns the times from the start of a request to the row of its delivery, in milliseconds. */
async function timesTo(screen: Screen, port: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let number = 0; number < warmUp + deliveries; number += 1) {
    await delay(everyMs);
    const name = `acme/run-${number}`;
    const startedMs = performance.now();
    const shown = screen.waitFor(` ds:${name} `);
    const { status } = await fetch(`http://127.0.0.1:${port}/webhooks/inbox`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-webhook-secret": benchSecret },
      body: payloadText.replace("acme/clinical-notes", name),
    });
    if (status !== 200) throw new Error(`the receiver responded with ${status}`);
    await shown;
    if (number >= warmUp) times.push(performance.now() - startedMs);
  }
  return times;
}

/** Measures an app that reads what the receiver of another data directory stores. */
async function measureShared(): Promise<readonly number[]> {
  const server = await startNatsServer();
  const [viewer, other] = [await makeBenchDir("nats-viewer"), await makeBenchDir("nats-sender")];
  try {
    const store = `${server.url}/bench`;
    const connection = await connectNats(parseNatsAddress(store));
    await createStreams(connection, namesOf(connection.address.name));
    await connection.close();
    await using receiver = await startScreen(
      [...program, "receive", "--port", "0", "--store", store, "--data-dir", other.path],
      { env: { ...env, WEBHOOK_SECRET: benchSecret }, timeoutMs: 60_000 },
    );
    await receiver.waitFor(/listening on http:\/\/127\.0\.0\.1:\d+/);
    const port = Number(/listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(receiver.text())?.[1]);
    await using screen = await openApp("--store", store, "--data-dir", viewer.path);
    return await timesTo(screen, port);
  } finally {
    await server.close();
    await Promise.all([viewer.remove(), other.remove()]);
  }
}

/** Measures an app that shows what its own receiver stores. */
async function measureOwn(): Promise<readonly number[]> {
  const directory = await makeBenchDir("own-screen");
  try {
    await using screen = await openApp("--data-dir", directory.path);
    return await timesTo(screen, await receiverPort(screen));
  } finally {
    await directory.remove();
  }
}

export async function run(): Promise<readonly BenchLine[]> {
  if (natsServerFile === null)
    return [{ what: "sender to the screen of another process", why: "skipped: no nats-server" }];
  const own = await measureOwn();
  const shared = await measureShared();
  return [0.5, 0.99].map((share): BenchResult => {
    const [value, limit] = [percentile(shared, share), percentile(own, share)];
    const hasAim = share === 0.99;
    return {
      what: `sender to the screen of another process, p${share * 100}`,
      value,
      unit: "ms",
      limit: { what: "app with its own receiver, on SQLite", value: limit },
      ratio: value / limit,
      aim: hasAim ? `< ${aimMs} ms` : null,
      ok: !hasAim || value < aimMs,
    };
  });
}

if (import.meta.main) report(await run());
