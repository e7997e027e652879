/**
 * Prints what the processes of the app and their threads hold, in MB: `node bench/held-memory.ts [MINUTES] [DATA_DIR]`.
 * At idle, after minutes at 1,000 deliveries a second, and 20 seconds later. Linux with glibc only.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { receiverPort } from "../test/support/app/header.ts";
import { startScreen } from "../test/support/screen/start-screen.ts";
import { processCosts } from "./process-cost.ts";

interface ThreadHeap {
  readonly threadId: number;
  readonly name: string;
  /** Physical and used bytes by the name of the space. */
  readonly spaces: Readonly<Record<string, readonly [number, number]>>;
  readonly external: number;
  readonly arrayBuffers: number;
}

const minutes = Number(process.argv[2] ?? 1);
const dataDir = process.argv[3];
const root = join(import.meta.dirname, "..");
const heapsDir = mkdtempSync(join(tmpdir(), "hooklens-heaps-"));
/** Size and alignment of an arena of glibc's malloc. */
const arenaBytes = 64 * 1024 * 1024;

/** Returns the proportional set size of a process by what it maps, in bytes. The anonymous rest is V8's. */
function mapped(pid: number): Readonly<Record<string, number>> {
  const held: Record<string, number> = {};
  const arenas = new Set<number>();
  let kind = "";
  for (const line of readFileSync(`/proc/${pid}/smaps`, "utf8").split("\n")) {
    const [, from, to, name = ""] = /^([\da-f]+)-([\da-f]+) \S+ \S+ \S+ \d+ *(.*)$/.exec(line) ?? [];
    if (from !== undefined && to !== undefined) {
      const start = Number.parseInt(from, 16);
      if (start % arenaBytes === 0) arenas.add(start);
      const isArena = arenas.has(start - (start % arenaBytes));
      if (name === "[heap]" || (name === "" && isArena)) kind = "malloc";
      else if (name === "") kind = "V8, stacks";
      else kind = name.endsWith("/node") ? "node" : "files, rest";
    }
    const kb = /^Pss: +(\d+) kB$/.exec(line)?.[1];
    if (kb !== undefined) held[kind] = (held[kind] ?? 0) + Number(kb) * 1024;
  }
  return held;
}

function heapsOf(pid: number): readonly ThreadHeap[] {
  return readdirSync(heapsDir)
    .filter((name) => name.startsWith(`${pid}-`) && name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(heapsDir, name), "utf8")) as ThreadHeap)
    .toSorted((one, other) => one.threadId - other.threadId);
}

const mb = (bytes: number): string => (bytes / 1e6).toFixed(1);

function print(when: string, appPid: number): void {
  const costs = processCosts(appPid);
  console.log(`\n${when}: ${costs.reduce((sum, { pssMb }) => sum + pssMb, 0).toFixed(1)} MB`);
  for (const { pid, pssMb } of costs) {
    const parts = Object.entries(mapped(pid)).map(([kind, bytes]) => `${kind} ${mb(bytes)}`);
    console.log(`  ${pid === appPid ? "app" : "engine"} ${pssMb.toFixed(1)} = ${parts.join(" + ")}`);
    for (const { name, spaces, external, arrayBuffers } of heapsOf(pid)) {
      const of = (space: string): string => (spaces[space] ?? [0, 0]).map(mb).join("/");
      const all = Object.values(spaces).reduce((sum, [physical]) => sum + physical, 0);
      console.log(
        `    ${name}: heap ${mb(all)}; held/used young ${of("new_space")}, old ${of("old_space")}, ` +
          `code ${of("code_space")}, large ${of("large_object_space")}; external ${mb(external)}, ` +
          `of them buffers ${mb(arrayBuffers)}`,
      );
    }
  }
}

const args = dataDir === undefined ? [] : ["--data-dir", dataDir];
{
  await using screen = await startScreen(["node", join(root, "bin", "hooklens.js"), ...args], {
    columns: 160,
    rows: 50,
    timeoutMs: 60_000,
    env: {
      HOOKLENS_HEAPS: heapsDir,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, "report-heap.js")}`,
    },
  });
  const port = await receiverPort(screen);
  screen.press("2");
  await pause(10_000);
  print("idle", screen.pid);
  if (minutes > 0) {
    const load = spawn(
      process.execPath,
      [join(import.meta.dirname, "load.ts"), port, 16, minutes * 60, 1_000].map(String),
      { stdio: "inherit" },
    );
    await Promise.race([once(load, "exit"), pause(minutes * 60_000)]);
    print(`after ${minutes} min at 1,000/s`, screen.pid);
    load.kill();
    await pause(20_000);
    print("20 s later", screen.pid);
  }
}
rmSync(heapsDir, { recursive: true });
