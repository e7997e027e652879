import { join } from "node:path";
import { openHubStore } from "../src/store/sqlite/hub/hub-store.ts";
import type { Screen } from "../test/support/screen/screen.ts";
import { startScreen } from "../test/support/screen/start-screen.ts";
import { makeBenchDir } from "./bench-dir.ts";
import { type BenchResult, report, timed } from "./result.ts";

export const question = "How long does the app take to show, filter and scroll 5,000 webhooks?";

const webhooks = 5_000;
const inAll = `${webhooks.toLocaleString("en")} webhooks`;
const rounds = 5;
const root = join(import.meta.dirname, "..");
const env = { NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "bench-compile") };

export async function run(): Promise<readonly BenchResult[]> {
  const { path, remove } = await makeBenchDir("webhooks-list");
  try {
    await fill(path);
    const starts: number[] = [];
    // The first start fills the compile cache.
    for (let round = 0; round <= rounds; round += 1) {
      const startedMs = performance.now();
      await using screen = await open(path);
      await screen.waitFor("hooklens");
      starts.push(performance.now() - startedMs);
      screen.press("ctrl+c");
      await screen.exit;
    }
    await using screen = await open(path);
    return [
      timed(`process start to first frame, ${inAll}`, starts.slice(1), 400),
      ...(await measureKeys(screen)),
    ];
  } finally {
    await remove();
  }
}

async function fill(dataDir: string): Promise<void> {
  const store = await openHubStore(dataDir);
  const added = Array.from({ length: webhooks }, (_, index) =>
    store.registry.create({
      account: "me",
      url: `https://host-${index % 50}.example/hook/${index}`,
      jobSourceId: null,
      watched: [{ type: "dataset", name: `me/repo-${index}` }],
      domains: ["repo"],
      secret: null,
    }),
  );
  await Promise.all(added);
  await store.close();
}

function open(dataDir: string): Promise<Screen> {
  const app = join(root, "bin", "hooklens.js");
  return startScreen(["node", app, "--local", "--data-dir", dataDir], {
    columns: 120,
    rows: 40,
    env,
    timeoutMs: 60_000,
  });
}

async function measureKeys(screen: Screen): Promise<readonly BenchResult[]> {
  await screen.waitFor(/of 5,000/);
  const selected = (now: Screen) => now.line(now.row(/^[│┃]❯/));
  const rows: number[] = [];
  for (let row = 0; row < 50; row += 1) {
    const before = selected(screen);
    rows.push(await screen.timeTo("j", (now) => now.row(/^[│┃]❯/) !== -1 && selected(now) !== before));
  }
  const filters: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    screen.press("/");
    await screen.waitFor(/5,000 of 5,000/);
    filters.push(await screen.timeTo("7", (now) => !now.text().includes("5,000 of 5,000")));
    screen.press("esc");
    await screen.waitUntil((now) => !/ filter /.test(now.line(2)));
  }
  return [
    timed(`one row down, ${inAll}`, rows, 16),
    timed(`first letter of a filter, ${inAll}`, filters, 50),
  ];
}

if (import.meta.main) report(await run());
