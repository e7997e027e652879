import { execFileSync } from "node:child_process";
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { receiverPort } from "../test/support/app/header.ts";
import { postBytes, postInTurn } from "../test/support/load.ts";
import type { Screen } from "../test/support/screen/screen.ts";
import { startScreen } from "../test/support/screen/start-screen.ts";
import { appendDeliveries } from "./append-delivery.ts";
import { makeBenchDir } from "./bench-dir.ts";
import { builtMinimal } from "./built-minimal.ts";
import { type KeyTurn, keyTimesInTurn } from "./key-times.ts";
import { payloadText } from "./receive-payload.ts";
import { type BenchResult, percentile, report } from "./result.ts";

export const question =
  "How long does a key take until the frame that shows it, idle and while 5,000 deliveries per second arrive, compared with a minimal bundled Ink app?";

const perSecond = 5_000;
const connections = 16;
const aims = { p50: 1.3, p99: 1.5 };
/** Number of stored deliveries; `node bench/keys.ts 1000` sets another. */
const stored = 1_000_000;
const size = { columns: 160, rows: 50 };
const root = join(import.meta.dirname, "..");

/** Key presses to measure, and where. */
interface Keys extends KeyTurn {
  readonly what: string;
  /** Goes to the place. */
  enter(screen: Screen): Promise<void>;
  leave(screen: Screen): Promise<void>;
  /** Maximum p99 in milliseconds. @default 16 */
  readonly mostMs?: number;
}

const marked = (screen: Screen) => String(screen.row(/^[│┃]?❯/));
/** Row of the matrix, and not one of the list of policies beside it. */
const markedClause = (screen: Screen) => screen.line(screen.row(/^[│┃]❯(?!.*\.yaml).*308/));
const caret = (screen: Screen) => String(screen.cursor.x);

const moving: Keys = {
  what: "moving in the list",
  async enter(screen) {
    screen.press("2");
    await screen.waitFor(/ of [\d,]+/);
    // Pauses on the second row, so that arriving deliveries do not move the rows.
    screen.press("j");
    await screen.waitFor("paused");
  },
  leave: () => Promise.resolve(),
  turn: ["j", "k"],
  shown: marked,
};

const places: readonly Keys[] = [
  moving,
  {
    what: "typing in the palette",
    async enter(screen) {
      screen.press(":");
      await screen.waitFor("┌ Commands");
      screen.type("re");
      await screen.waitFor(": re");
    },
    async leave(screen) {
      screen.press("esc");
      await screen.waitUntil(() => marked(screen) !== "-1");
    },
    turn: ["p", "backspace"],
    shown: caret,
  },
  {
    what: "typing in the filter",
    async enter(screen) {
      screen.press("/");
      screen.type("inb");
      await screen.waitFor(/filter +inb/);
    },
    async leave(screen) {
      screen.press("esc");
      await screen.waitFor(/filter +none/);
    },
    turn: ["o", "backspace"],
    shown: caret,
  },
  {
    what: "typing in a form field",
    async enter(screen) {
      screen.press("1");
      screen.press("c");
      await screen.waitFor("Create a webhook");
      screen.type("data");
      await screen.waitFor(/Watch +data/);
    },
    async leave(screen) {
      // Back to "data", whose list of suggestions the first Esc closes.
      screen.press("esc");
      screen.press("esc");
      await screen.waitFor(/iscard/);
      screen.press("y");
      await screen.waitUntil(() => !screen.text().includes("Create a webhook"));
      screen.press("2");
      await screen.waitFor("[2 Deliveries");
    },
    turn: ["s", "backspace"],
    shown: caret,
  },
  {
    what: "moving in the matrix of 12 clauses",
    async enter(screen) {
      screen.press("3");
      await screen.waitFor(/❯ · healthcare\.yaml/);
      screen.press("enter");
      await screen.waitUntil((now) => markedClause(now).includes("308a1A"));
    },
    leave: () => Promise.resolve(),
    turn: ["j", "k"],
    shown: markedClause,
  },
  {
    what: "what-if change in the matrix",
    async enter(screen) {
      // Two steps from the weight of the file, so that a change stays pending.
      screen.press("-", "-");
      await screen.waitFor(/\[▼●\*\.9\]/);
    },
    async leave(screen) {
      screen.press("+", "+");
      await screen.waitUntil(() => !markedClause(screen).includes("*"));
      screen.press("esc", "2");
      await screen.waitFor("[2 Deliveries");
    },
    turn: ["-", "+"],
    shown: markedClause,
    mostMs: 12,
  },
];

const minimalKeys: Readonly<Record<"moving" | "typing", KeyTurn>> = {
  moving: { turn: ["j", "k"], shown: marked },
  typing: { turn: ["o", "backspace"], shown: (screen) => screen.line(screen.row(/^typed/)) },
};

/** Measures the app at 160x50 with a million stored deliveries, in turn with the minimal app. */
export async function run(storedRows = stored): Promise<readonly BenchResult[]> {
  const { path, remove } = await makeBenchDir("keys");
  const { program, remove: removeMinimal } = await builtMinimal("minimal-keys.tsx");
  try {
    await appendDeliveries(path, storedRows);
    const folder = await makePolicies(path);
    const app = join(root, "bin", "hooklens.js");
    const command = ["node", app, "--local", "--data-dir", path, "--policies", folder];
    await using screen = await startScreen(command, size);
    await using minimal = await startScreen(["node", program], size);
    await minimal.waitFor("row 1");
    const port = await receiverPort(screen);
    await post(port, 500);

    const idle = await measureAll(screen, minimal, "idle");
    const stop = new AbortController();
    const sent = flood(port, stop.signal);
    try {
      await screen.waitFor(/[1-9],?\d{3}\/s/);
      return [...idle, ...(await measureAll(screen, minimal, `at ${perSecond.toLocaleString("en")}/s`))];
    } finally {
      // Before the app ends, which resets the connections.
      stop.abort();
      await sent;
    }
  } finally {
    await removeMinimal();
    await remove();
  }
}

/** Creates a folder with a policy in a repository, with which each change is compared. */
async function makePolicies(path: string): Promise<string> {
  const folder = join(path, "policies");
  await mkdir(folder);
  await cp(join(root, "fixtures/policies/healthcare.yaml"), join(folder, "healthcare.yaml"));
  const author = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"];
  for (const args of [
    ["init", "--quiet"],
    ["add", "--all"],
    [...author, "commit", "--quiet", "--message", "x"],
  ]) {
    execFileSync("git", args, { cwd: folder });
  }
  return folder;
}

async function measureAll(screen: Screen, minimal: Screen, when: string): Promise<readonly BenchResult[]> {
  const results: BenchResult[] = [];
  for (const place of places) {
    await place.enter(screen);
    const keys = minimalKeys[place.turn.includes("backspace") ? "typing" : "moving"];
    const measured = await keyTimesInTurn({ ...place, screen }, { ...keys, screen: minimal });
    await place.leave(screen);
    results.push(...compare(place, when, measured));
  }
  return results;
}

function compare(
  { what, mostMs = 16 }: Keys,
  when: string,
  { times, limits }: Awaited<ReturnType<typeof keyTimesInTurn>>,
): BenchResult[] {
  return (["p50", "p99"] as const).map((name) => {
    const part = name === "p50" ? 0.5 : 0.99;
    const value = percentile(times, part);
    const limit = percentile(limits, part);
    return {
      what: `key to frame, ${what}, ${when}, ${name} of ${times.length}`,
      value,
      unit: "ms",
      limit: { what: "minimal bundled Ink app", value: limit },
      ratio: value / limit,
      aim: `<= ${aims[name]}x, <= ${mostMs} ms`,
      ok: value / limit <= aims[name] && value <= mostMs,
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

if (import.meta.main) report(await run(Number(process.argv[2] ?? stored)));
