import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { allSeqs } from "../../contract/deliveries.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

const program = join(import.meta.dirname, "limited-writer-entry.ts");

test.skipIf(process.platform === "win32")(
  "a log that cannot grow rejects deliveries, keeps all acknowledged ones, and continues when there is room",
  async () => {
    const dataDir = freshDataDir();
    mkdirSync(dataDir);
    // In units of 512 bytes: 3 MiB.
    const args = ["-c", 'ulimit -f 6144; exec "$0" "$@"', process.execPath, program, dataDir];
    const { stdout } = await promisify(execFile)("sh", args, { timeout: 20_000 });
    const lines = stdout.trim().split("\n");
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.pop()).toMatch(/^store-(io|full)$/);
    const log = await openDeliveryLog(dataDir);
    onTestFinished(() => log.close());
    const seqs = await allSeqs(log);
    const kept = await Promise.all(seqs.map(async (seq) => (await log.get(seq))?.path));
    expect(kept).toEqual(lines);
  },
);
