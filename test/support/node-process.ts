import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import type { Readable, Writable } from "node:stream";
import { compileCache } from "./compile-cache.ts";

export interface NodeProcessOptions {
  /** Working directory, which is also HOME. */
  readonly home: string;
  /** Variables added to an environment with only PATH, HOME and the compile cache. */
  readonly env?: Readonly<Record<string, string>>;
  /** User and group ID of the process, for tests of permissions that root bypasses. */
  readonly uid?: number;
  /** Maximum number of open files and sockets, as `ulimit -n` sets it. */
  readonly openFiles?: number;
}

export interface ProcessResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface NodeProcess {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly ended: Promise<ProcessResult>;
  /** Output so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves with the first line of a stream that matches, even an earlier one. Rejects if the program ends without it. */
  waitForLine(pattern: RegExp, stream?: "stdout" | "stderr"): Promise<RegExpExecArray>;
}

/** Starts node with these arguments. */
export function startNode(
  args: readonly string[],
  { home, env = {}, uid, openFiles }: NodeProcessOptions,
): NodeProcess {
  const limited = ["bash", "-c", `ulimit -n ${openFiles}; exec "$@"`, "bash"];
  const [command = "", ...rest] = [...(openFiles === undefined ? [] : limited), process.execPath, ...args];
  const child = spawn(command, rest, {
    env: { PATH: process.env["PATH"] ?? "", HOME: home, NODE_COMPILE_CACHE: compileCache, ...env },
    cwd: home,
    ...(uid === undefined ? {} : { uid, gid: uid }),
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A program that ends before it has read its input is no failure of the test.
  child.stdin.on("error", () => {});
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      texts[name] += chunk;
    });
  }
  const ended = new Promise<ProcessResult>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal, ...texts }));
  });
  return {
    child,
    ended,
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    async waitForLine(pattern, stream = "stdout") {
      for (;;) {
        const found = texts[stream]
          .split("\n")
          .slice(0, -1)
          .map((line) => pattern.exec(line))
          .find((match) => match !== null);
        if (found) return found;
        const more = await Promise.race([
          once(child[stream], "data").then(() => true),
          ended.then(() => false),
        ]);
        if (!more && !texts[stream].split("\n").some((line) => pattern.test(line))) {
          throw new Error(`no line like ${pattern} on ${stream}:\n${texts.stdout}\n${texts.stderr}`);
        }
      }
    },
  };
}
