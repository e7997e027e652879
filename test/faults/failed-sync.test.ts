import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, vi } from "vitest";
import { runInProcess } from "../support/cli.ts";
import { startReceive } from "../support/receive-process.ts";
import { canInject, inject } from "./faulty-disk.ts";

const failing = "fsync,fdatasync:error=EIO";

async function seqsIn(home: string): Promise<readonly string[]> {
  const { code, stdout } = await runInProcess(["deliveries", "ls", "--format", "quiet"], { home });
  expect(code).toBe(0);
  return stdout.trim().split("\n").toReversed();
}

function indexedSeq(dataDir: string): number {
  try {
    using db = new DatabaseSync(join(dataDir, "search.db"), { readOnly: true });
    return Number(db.prepare("SELECT indexed_seq AS seq FROM progress").get()?.["seq"]);
  } catch {
    // The file does not exist yet.
    return 0;
  }
}

it.skipIf(!canInject).each([
  ["once", `${failing}:when=1`],
  ["for good", failing],
])(
  "a sync that fails %s ends the receiver with 3, and the next one has all that was acknowledged",
  async (_, fault) => {
    const first = startReceive([]);
    for (let seq = 1; seq <= 3; seq += 1) expect((await first.post("inbox")).status).toBe(200);
    const url = await first.url();
    // The index thread of the log syncs a file of its own, which does not concern the receiver.
    await vi.waitUntil(() => indexedSeq(first.at.dataDir) === 3, { timeout: 10_000 });
    await inject(first.child.pid ?? 0, fault);
    // The fault begins a moment after its request.
    let acknowledged = 3;
    while ((await first.post("inbox")).status === 200) acknowledged += 1;
    expect(await first.ended).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(
        /^error: this process can no longer store deliveries \(disk I\/O error\)\. Restart it/m,
      ),
    });
    await expect(fetch(url)).rejects.toThrow("fetch failed");
    const log = readFileSync(join(first.at.home, ".local", "state", "hooklens", "hooklens.log"), "utf8");
    expect(log).toMatch(/ error this process can no longer store deliveries/);

    // Refused deliveries may be stored, too: it is unknown what a failed sync wrote.
    const seqs = await seqsIn(first.at.home);
    expect(seqs.slice(0, acknowledged)).toEqual(
      Array.from({ length: acknowledged }, (_, index) => `${index + 1}`),
    );
    expect(seqs.length - acknowledged).toBeLessThanOrEqual(1);
    const second = startReceive([], { at: first.at });
    expect((await second.post("inbox")).status).toBe(200);
    expect(await seqsIn(first.at.home)).toHaveLength(seqs.length + 1);
  },
);
