import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { generationsIn } from "../../../src/store/journal/journal-files.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { recoveredPaths } from "./killed.ts";

const program = join(import.meta.dirname, "limited-writer-entry.ts");

/** No file of it can be larger than 3 MiB (in units of 512 bytes): a write beyond that fails as one on a full disk does, in part. */
async function runLimited(dataDir: string, scenario: "tables" | "journal" | "unclosed"): Promise<string[]> {
  mkdirSync(dataDir);
  const args = ["-c", 'ulimit -f 6144; exec "$0" "$@"', process.execPath, program, dataDir, scenario];
  const { stdout } = await promisify(execFile)("sh", args, { timeout: 20_000 });
  return stdout.trim().split("\n");
}

function storedPaths(lines: readonly string[]): string[] {
  return lines.filter((line) => line.startsWith("stored ")).map((line) => line.split(" ")[2] ?? "");
}

describe.skipIf(process.platform === "win32")("on a disk without room", () => {
  test("a journal refuses what has no place, counts nothing of it, and goes on with what has", async () => {
    const dataDir = freshDataDir();
    const lines = await runLimited(dataDir, "journal");
    expect(lines).toEqual(["stored 1 /1", "refused store-full", "stored 2 /3", "closed"]);
    expect(await recoveredPaths(dataDir)).toEqual(["/1", "/3"]);
  });

  test("tables that take no more end the acceptance, and what was accepted stays in the journal for the next start", async () => {
    const dataDir = freshDataDir();
    const lines = await runLimited(dataDir, "tables");
    const stored = storedPaths(lines);
    expect(stored.length).toBeGreaterThan(10);
    expect(lines.slice(stored.length)).toEqual([
      expect.stringMatching(/^refused store-(io|full)$/),
      "closed",
    ]);
    expect(generationsIn(dataDir)).not.toEqual([]);
    expect(await recoveredPaths(dataDir)).toEqual(stored);
    expect(generationsIn(dataDir)).toEqual([]);
  });

  test("tables that take no more do not keep a process that has nothing else to do", async () => {
    const dataDir = freshDataDir();
    const lines = await runLimited(dataDir, "unclosed");
    expect(lines.at(-1)).toMatch(/^refused /);
    expect(await recoveredPaths(dataDir)).toEqual(storedPaths(lines));
  });
});
