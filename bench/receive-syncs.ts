import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { makeBenchDir } from "./bench-dir.ts";
import { load } from "./receive-load.ts";
import type { BenchLine } from "./result.ts";
import { portOf, start, stop } from "./server-process.ts";

/** One sender, so that each response must have a sync of its own. */
const steady = { connections: 1, seconds: 2, perSecond: 50 };

/**
 * Counts the responses with 200 that follow a sync to disk, in the system calls of the receiver's thread. Skipped
 * without strace.
 */
export async function traceSyncs(): Promise<readonly BenchLine[]> {
  const what = "responses with 200 that follow a sync of their delivery";
  if (spawnSync("strace", ["-V"]).error !== undefined) return [{ what, why: "skipped: no strace" }];
  const { path, remove } = await makeBenchDir("receive-syncs");
  const server = start("receive-server.ts", path, "inbox");
  try {
    const port = await portOf(server);
    await load(port, { connections: 1, seconds: 1, perSecond: 10 });
    const calls = join(path, "calls");
    const options = ["-f", "-e", "trace=fdatasync,fsync,write,writev", "-o", calls, "-p", String(server.pid)];
    const strace = spawn("strace", options, { stdio: ["ignore", "ignore", "pipe"] });
    await once(strace.stderr, "data"); // strace: Process 4711 attached
    await load(port, steady);
    strace.kill("SIGINT");
    await once(strace, "exit");
    const { responses, synced } = countSynced(await readFile(calls, "latin1"), String(server.pid));
    return [
      {
        what,
        value: synced,
        unit: "",
        limit: { what: "responses in strace", value: responses },
        ratio: synced / responses,
        aim: ">= 1x",
        ok: responses > 0 && synced === responses,
      },
    ];
  } finally {
    await stop(server);
    await remove();
  }
}

/** Counts the responses of a thread, and those with a completed sync between them and the response before. */
function countSynced(calls: string, thread: string): { responses: number; synced: number } {
  let responses = 0;
  let synced = 0;
  let isSynced = false;
  for (const line of calls.split("\n")) {
    if (!line.startsWith(`${thread} `)) continue;
    if (/ f(?:data)?sync(?:\(| resumed).* = 0$/.test(line)) isSynced = true;
    if (!/ writev?\(.*HTTP\/1\.1 200/.test(line)) continue;
    responses += 1;
    if (isSynced) synced += 1;
    isSynced = false;
  }
  return { responses, synced };
}
