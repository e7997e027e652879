import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import type { Readable, Writable } from "node:stream";
import { programFile } from "./program.ts";

const entry = programFile();

/** A home of its own, so that nothing of the person who runs the tests is read or changed. */
export interface CliHome {
  readonly home: string;
  /** The default data directory there; not made yet. */
  readonly dataDir: string;
  readonly configFile: string;
  remove(): void;
}

export function makeCliHome(): CliHome {
  const home = mkdtempSync(join(tmpdir(), "hooklens-cli-"));
  return {
    home,
    dataDir: join(home, ".local", "share", "hooklens"),
    configFile: join(home, ".config", "hooklens", "config.yaml"),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

export interface CliOptions {
  readonly home: string;
  /** On top of an environment that has only PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads from stdin; default: nothing. */
  readonly input?: string;
  /** Run as this user (and group), for what root may always do. */
  readonly uid?: number;
}

export interface CliResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program to its end. */
export async function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  const running = startCli(args, options);
  running.child.stdin.end(options.input ?? "");
  return running.ended;
}

export interface RunningCli {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly ended: Promise<CliResult>;
  /** What has been written so far. */
  stdout(): string;
  stderr(): string;
  /** The first line of a stream that matches, also one that is there already. Rejects when the program ends without it. */
  waitForLine(pattern: RegExp, stream?: "stdout" | "stderr"): Promise<RegExpExecArray>;
}

/** Starts the program; for what runs until it is told to stop. */
export function startCli(args: readonly string[], { home, env = {}, uid }: CliOptions): RunningCli {
  const child = spawn(process.execPath, [entry, ...args], {
    env: { PATH: process.env["PATH"] ?? "", HOME: home, ...env },
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
  const ended = new Promise<CliResult>((resolve) => {
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

/** The URL a `hub` or `receive` says it listens on. */
export async function listeningUrl(running: RunningCli): Promise<string> {
  return (await running.waitForLine(/^listening on (http:\/\/\S+)$/))[1] ?? "";
}
