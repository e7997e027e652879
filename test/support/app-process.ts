import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { runningRoleSchema } from "../../src/engine/role.ts";
import { onRelease } from "./shared.ts";

/** Line of `app-entry.ts`. `lost` names the roles whose loss caused it; empty for the first line. */
const appLineSchema = z.object({
  hub: runningRoleSchema,
  receiver: runningRoleSchema,
  started: z.boolean(),
  lost: z.array(z.string()),
});
type AppLine = z.infer<typeof appLineSchema>;

export interface AppProcess {
  readonly process: ChildProcess;
  readonly logFile: string;
  /** Resolves with the next line. */
  next(): Promise<AppLine>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

const entry = fileURLToPath(new URL("./app-entry.ts", import.meta.url));

/** Starts a process with the engine of an app. Both are killed after the test, or the tests that share them. */
export function appProcess(dataDir: string, secret?: string): AppProcess {
  const logFile = join(dataDir, "..", "app.log");
  const home = join(dataDir, "..");
  const child = spawn(process.execPath, [entry, dataDir, logFile], {
    stdio: ["pipe", "pipe", "inherit"],
    env: {
      ...process.env,
      XDG_CONFIG_HOME: home,
      XDG_STATE_HOME: home,
      ...(secret && { APP_SECRET: secret }),
    },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  };
  onRelease(() => kill("SIGKILL"));
  return {
    process: child,
    logFile,
    next: async () => {
      const line = await lines.next();
      if (line.done === true) throw new Error(`the app ended (${child.exitCode ?? child.signalCode})`);
      return appLineSchema.parse(JSON.parse(line.value));
    },
    kill,
  };
}

/** Returns true if there is a process with this ID. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // ESRCH: there is no such process.
    return false;
  }
}
