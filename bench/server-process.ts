import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Starts a file of this directory as a process that prints its port as its first line. */
export function start(file: string, ...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

export async function portOf(server: ChildProcess): Promise<number> {
  if (server.stdout === null) throw new Error("the server's output is not read");
  for await (const line of createInterface(server.stdout)) return Number(line);
  throw new Error("the server ended before it printed its port");
}

export async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill("SIGTERM");
  await once(server, "exit");
}
