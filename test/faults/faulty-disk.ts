import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { onTestFinished } from "vitest";

/** True if this process may mount a file system. */
export const canMount = process.getuid?.() === 0 && tryMount();

/** True if system calls of a running process can be made to fail. */
export const canInject = spawnSync("strace", ["-V"]).status === 0 && tryTrace();

function tryMount(): boolean {
  const directory = mkdtempSync(join(tmpdir(), "hooklens-mount-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "tmpfs", directory]).status === 0;
  if (mounted) spawnSync("umount", [directory]);
  rmSync(directory, { recursive: true, force: true });
  return mounted;
}

function tryTrace(): boolean {
  return spawnSync("strace", ["-qq", "-e", "trace=none", "true"]).status === 0;
}

/** Mounts a small disk until the end of the test. */
export function mountDisk(megabytes: number): {
  readonly directory: string;
  remount(mode: "ro" | "rw"): void;
} {
  const directory = mkdtempSync(join(tmpdir(), "hooklens-disk-"));
  run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0700`, "tmpfs", directory]);
  onTestFinished(() => {
    run("umount", ["--lazy", directory]);
    rmSync(directory, { recursive: true, force: true });
  });
  return { directory, remount: (mode) => run("mount", ["-o", `remount,${mode}`, directory]) };
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr}`);
}

/**
 * Makes system calls of a process and its threads fail.
 * @param fault as strace takes it after `inject=`: `fsync,fdatasync:error=EIO:when=1`
 * @returns the function that ends the fault
 */
export async function inject(pid: number, fault: string): Promise<() => Promise<void>> {
  const child = spawn("strace", ["-f", "-e", `inject=${fault}`, "-p", String(pid), "-o", "/dev/null"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGINT");
    await ended;
  };
  onTestFinished(end);
  // strace prints a line for every thread that starts later: a closed pipe would end it, and the fault with
  // it.
  const { promise: attached, resolve, reject } = Promise.withResolvers<void>();
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    printed += chunk;
    if (/attached/.test(printed)) resolve();
  });
  child.once("close", () => reject(new Error(`strace ended before it attached: ${printed}`)));
  await attached;
  return end;
}

/** Overwrites bytes of a file in place, as a failing disk does. */
export function overwrite(file: string, position: number, bytes: Uint8Array): void {
  const handle = openSync(file, "r+");
  writeSync(handle, bytes, 0, bytes.length, position);
  closeSync(handle);
}

/** Inverts one byte of a file. */
export function flipByte(file: string, position: number): void {
  const byte = new Uint8Array(1);
  const handle = openSync(file, "r+");
  readSync(handle, byte, 0, 1, position);
  writeSync(handle, Uint8Array.of((byte[0] ?? 0) ^ 0xff), 0, 1, position);
  closeSync(handle);
}

export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
