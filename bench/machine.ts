import { spawnSync } from "node:child_process";
import { open } from "node:fs/promises";
import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";
import { join } from "node:path";
import process from "node:process";
import manifest from "../package.json" with { type: "json" };
import { natsServerFile } from "../test/support/nats-server.ts";
import { makeBenchDir } from "./bench-dir.ts";
import { median } from "./result.ts";

const root = join(import.meta.dirname, "..");
const { ink, undici } = manifest.devDependencies;

/** Describes this machine and the versions of all programs in one line. */
export function describeMachine(): string {
  return [
    `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores`,
    `${Math.round(totalmem() / 1e9)} GB of memory`,
    `${type()} ${release().split("-")[0]}`,
    `Node ${process.versions.node}`,
    `SQLite ${process.versions.sqlite}`,
    `Ink ${ink}`,
    `undici ${undici}`,
    versionOf(natsServerFile ?? "nats-server", "--version"),
    versionOf("lnav", "-V"),
  ].join(", ");
}

/** Describes in one line what differs between runs: the disk, and other work of the machine. */
export async function describeConditions(): Promise<string> {
  const load = loadavg()[0]?.toFixed(1);
  return `fdatasync of a page ${median(await syncTimes()).toFixed(2)} ms, load average before it ${load}`;
}

/** Returns the abbreviated commit of the sources, and says if they are changed. */
export function readCommit(): string {
  const git = (...args: readonly string[]) => spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout;
  const changes = git("status", "--porcelain", "--", "src", "bin", "scripts", "package-lock.json");
  return `${git("rev-parse", "--short", "HEAD").trim()}${changes === "" ? "" : " with changes"}`;
}

/** Measures the milliseconds of 200 writes of a database page, each with fdatasync. */
export async function syncTimes(): Promise<readonly number[]> {
  const { path, remove } = await makeBenchDir("sync");
  const file = await open(join(path, "pages"), "w");
  try {
    const page = Buffer.alloc(8_192, 1);
    const times: number[] = [];
    for (let made = 0; made < 200; made += 1) {
      const startedMs = performance.now();
      await file.write(page);
      await file.datasync();
      times.push(performance.now() - startedMs);
    }
    return times;
  } finally {
    await file.close();
    await remove();
  }
}

/** Returns the first line that a program prints: `lnav 0.12.4`. */
function versionOf(program: string, flag: string): string {
  const { error, stdout, stderr } = spawnSync(program, [flag], { encoding: "utf8" });
  return error === undefined ? (`${stdout}${stderr}`.trim().split("\n")[0] ?? "") : `no ${program}`;
}
