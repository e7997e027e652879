import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { makeBenchDir } from "./bench-dir.ts";
import { load } from "./receive-load.ts";
import { type BenchResult, compareRounds, report } from "./result.ts";
import { portOf, start, stop } from "./server-process.ts";

export const question = "Do idle or very slow connections delay the others?";

const idle = 2_000;
const slow = 200;
const steady = { connections: 16, seconds: 3, perSecond: 500 };
const rounds = 5;
const aim = 2;

/** Opens the idle and slow connections to a server. @returns function that closes them */
async function holdConnections(port: number): Promise<() => Promise<void>> {
  const args = [join(import.meta.dirname, "idle-connections.ts"), port, idle, slow].map(String);
  const holder = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  await once(holder.stdout, "data");
  return async () => {
    holder.stdin.end();
    await once(holder, "exit");
  };
}

/** Measures a receiver alone and with those connections, in turn. */
export async function run(): Promise<readonly BenchResult[]> {
  const { path, remove } = await makeBenchDir("receive-idle");
  const server = start("receive-server.ts", path, "inbox");
  try {
    const port = await portOf(server);
    await load(port, { connections: 64, seconds: 1 });
    const pairs: { value: number; limit: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const limit = (await load(port, steady)).p99Ms;
      const close = await holdConnections(port);
      pairs.push({ limit, value: (await load(port, steady)).p99Ms });
      await close();
    }
    return [
      compareRounds({
        what: `time to the response at 500/s, 99th percentile, beside ${idle.toLocaleString("en")} idle connections and ${slow} of a byte a second`,
        unit: "ms",
        pairs,
        peer: "without them",
        aim: { most: aim },
      }),
    ];
  } finally {
    await stop(server);
    await remove();
  }
}

if (import.meta.main) report(await run());
