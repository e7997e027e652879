import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { ProcessScreen, Screen } from "../test/support/screen/screen.ts";
import { startScreen } from "../test/support/screen/start-screen.ts";
import { makeBenchDir } from "./bench-dir.ts";
import { fillLog, settleLog, storedRows } from "./filled-log.ts";
import { measureLnav } from "./lnav.ts";
import { processCosts } from "./process-cost.ts";
import { type BenchLine, type BenchResult, report, single, timed } from "./result.ts";

export const question =
  "How long does the app take to show any part of a log with a million deliveries, and how much memory, beside lnav?";

const rounds = 9;
const size = { columns: 160, rows: 50 };
const root = join(import.meta.dirname, "..");
const app = join(root, "bin", "hooklens.js");
const env = { NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "bench-compile") };
const storedText = `${storedRows.toLocaleString("en")} stored`;
/** Memory of the app process. */
const aimMb = 150;

/** @param logDir data directory of a filled log; another one is filled and removed without it */
export async function run(logDir?: string): Promise<readonly BenchLine[]> {
  if (logDir !== undefined) return measureAll(logDir);
  const { path, remove } = await makeBenchDir("live-log");
  try {
    await fillLog(path, Date.now());
    await settleLog(path);
    return await measureAll(path);
  } finally {
    await remove();
  }
}

async function measureAll(dataDir: string): Promise<readonly BenchLine[]> {
  // The order of an earlier run.
  await rm(join(dataDir, "interface.json"), { force: true });
  const starts: { frame: number; rows: number }[] = [];
  // The first start fills the compile cache.
  for (let round = 0; round <= rounds; round += 1) starts.push(await timeStart(dataDir));
  const warm = starts.slice(1);
  await using screen = await openLog(dataDir);
  const keys = await measureKeys(screen);
  const { pssMb } = processCosts(screen.pid)[0] ?? { pssMb: 0 };
  const peer = await measureLnav(dataDir, rounds);
  return [
    timed(
      `process start to first frame, ${storedText}`,
      warm.map(({ frame }) => frame),
      300,
    ),
    timed(
      "process start to the newest rows, with the key that shows them",
      warm.map(({ rows }) => rows),
      null,
    ),
    ...keys,
    single(`memory of the app process, ${storedText}`, pssMb, "MB", aimMb),
    ...peer,
  ];
}

function openLog(dataDir: string): Promise<ProcessScreen> {
  return startScreen(["node", app, "--data-dir", dataDir], { ...size, env, timeoutMs: 60_000 });
}

async function timeStart(dataDir: string): Promise<{ frame: number; rows: number }> {
  const startedMs = performance.now();
  await using screen = await openLog(dataDir);
  await screen.waitFor("hooklens");
  const frame = performance.now() - startedMs;
  screen.press("2");
  await screen.waitFor(selectedRow);
  const rows = performance.now() - startedMs;
  screen.press("ctrl+c");
  await screen.exit;
  return { frame, rows };
}

const selectedRow = /^[│┃]❯/;
const marked = (screen: Screen) => screen.line(screen.row(selectedRow));
/** Returns the seq of the selected delivery, which the status ends with. */
const seqOf = (screen: Screen) => /#(\d+)/.exec(screen.line(screen.rows - 2))?.[1];

async function measureKeys(screen: Screen): Promise<readonly BenchResult[]> {
  await screen.waitFor("hooklens");
  screen.press("2");
  await screen.waitFor(/[▁-█].*✓ /);
  // A key removes messages of the start from the status.
  screen.press("home");
  await screen.waitUntil((now) => seqOf(now) !== undefined);
  const newest = seqOf(screen);
  const times: Record<"j" | "G" | "home" | "page" | "sort", number[]> = {
    j: [],
    G: [],
    home: [],
    page: [],
    sort: [],
  };
  for (let row = 0; row < rounds; row += 1) {
    const before = marked(screen);
    times.j.push(await screen.timeTo("j", (now) => now.row(selectedRow) !== -1 && marked(now) !== before));
  }
  for (let round = 0; round <= rounds; round += 1) {
    times.G.push(await screen.timeTo("G", (now) => ![undefined, newest].includes(seqOf(now))));
    times.home.push(await screen.timeTo("home", (now) => seqOf(now) === newest));
  }
  // Beyond the rows that are loaded with the first ones.
  for (let page = 0; page < 40; page += 1) {
    const before = marked(screen);
    times.page.push(
      await screen.timeTo("pagedown", (now) => now.row(selectedRow) !== -1 && marked(now) !== before),
    );
  }
  screen.press("home");
  const y = screen.row(/time▼/);
  screen.click(screen.line(y).indexOf("took"), y);
  await screen.waitFor(/took▲/);
  await screen.waitUntil((now) => /❯.* [\d.]+ ms/.test(now.text()));
  for (let round = 0; round <= rounds; round += 1) {
    const before = seqOf(screen);
    screen.press("s");
    await screen.waitFor("┌ Sort by");
    // The place of the header mark changes before the rows.
    times.sort.push(await screen.timeTo("enter", (now) => seqOf(now) !== before));
  }
  return [
    timed("one row down, which reads nothing", times.j, null),
    timed("G to the oldest delivery", times.G.slice(1), 50),
    timed("Home to the newest delivery", times.home.slice(1), 50),
    timed("a page down", times.page, 50),
    timed("sort by duration", times.sort.slice(1), 300),
  ];
}

if (import.meta.main) report(await run(process.argv[2]));
