import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Sshd } from "./sshd.ts";

/** Process that holds a tunnel open. */
export interface TunnelProgram {
  readonly pid: number;
  /** Kills the process like `kill -9`. Resolves when it has ended. */
  kill(): Promise<void>;
}

/** Starts the process and waits until its tunnel is open; it is ended after the test. */
export async function tunnelProgram(sshd: Sshd): Promise<TunnelProgram> {
  const entry = fileURLToPath(new URL("tunnel-entry.ts", import.meta.url));
  const args = [entry, JSON.stringify(sshd.target), ...sshd.arguments];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(createInterface(child.stdout), "line");
  if (!String(line).startsWith("http") || child.pid === undefined) throw new Error(`no tunnel: ${line}`);
  const gone = once(child, "exit");
  return {
    pid: child.pid,
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}
