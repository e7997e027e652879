import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Screen } from "../test/support/screen/screen.ts";
import { startScreen } from "../test/support/screen/start-screen.ts";
import { storedRows } from "./filled-log.ts";
import { processCosts } from "./process-cost.ts";
import { type BenchLine, single, timed } from "./result.ts";

const app = join(import.meta.dirname, "..", "bin", "hooklens.js");

/** Measures the same keys in lnav on an NDJSON export of a log; skipped without lnav. */
export async function measureLnav(dataDir: string, rounds: number): Promise<readonly BenchLine[]> {
  if (spawnSync("lnav", ["-V"]).status !== 0) return [{ what: "lnav", why: "skipped: no lnav" }];
  const file = join(dataDir, "export.ndjson");
  try {
    const args = [app, "deliveries", "export", "--data-dir", dataDir, "-o", file, "--force"];
    const exported = spawnSync(process.execPath, args);
    if (exported.status !== 0) throw new Error(`the export failed: ${exported.stderr.toString()}`);
    const startedMs = performance.now();
    await using screen = await startScreen(["lnav", "-N", file], {
      columns: 160,
      rows: 50,
      timeoutMs: 300_000,
    });
    await screen.waitFor(/"seq":\d/);
    const first = performance.now() - startedMs;
    const isAtEnd = (now: Screen) => now.text().includes(`"seq":${storedRows},`);
    // It stays at the end of what it has read.
    screen.press("G");
    await screen.waitUntil(isAtEnd);
    const whole = performance.now() - startedMs;
    const times = { g: [] as number[], G: [] as number[], page: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      times.g.push(await screen.timeTo("g", (now) => /"seq":\d/.test(now.text()) && !isAtEnd(now)));
      times.G.push(await screen.timeTo("G", isAtEnd));
    }
    screen.press("g");
    await screen.waitUntil((now) => !isAtEnd(now));
    for (let page = 0; page < 40; page += 1) {
      const before = screen.text();
      times.page.push(await screen.timeTo("pagedown", (now) => now.text() !== before));
    }
    const { pssMb } = processCosts(screen.pid)[0] ?? { pssMb: 0 };
    return [
      timed("lnav: process start to the first rows", [first], null),
      timed("lnav: process start to the last row", [whole], null),
      timed("lnav: G", times.G, null),
      timed("lnav: g", times.g, null),
      timed("lnav: a page down", times.page, null),
      single("lnav: memory", pssMb, "MB", null),
    ];
  } finally {
    await rm(file, { force: true });
  }
}
