import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type NodeProcess, type NodeProcessOptions, type ProcessResult, startNode } from "./node-process.ts";
import { programFile } from "./program.ts";

const entry = programFile();

/** A home of its own, so that nothing of the person who runs the tests is read or changed. */
export interface CliHome {
  readonly home: string;
  /** The default data directory there; not made yet. */
  readonly dataDir: string;
  readonly configFile: string;
  writeConfig(text: string): void;
  remove(): void;
}

export function makeCliHome(): CliHome {
  const home = mkdtempSync(join(tmpdir(), "hooklens-cli-"));
  const configFile = join(home, ".config", "hooklens", "config.yaml");
  return {
    home,
    dataDir: join(home, ".local", "share", "hooklens"),
    configFile,
    writeConfig(text) {
      mkdirSync(dirname(configFile), { recursive: true });
      writeFileSync(configFile, text);
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

export interface CliOptions extends NodeProcessOptions {
  /** What it reads from stdin; default: nothing. */
  readonly input?: string;
}

/** Runs the program to its end. */
export async function runCli(args: readonly string[], options: CliOptions): Promise<ProcessResult> {
  const running = startCli(args, options);
  running.child.stdin.end(options.input ?? "");
  return running.ended;
}

/** The program as it runs. */
export type RunningCli = NodeProcess;

/** Starts the program; for what runs until it is told to stop. */
export function startCli(args: readonly string[], options: CliOptions): RunningCli {
  return startNode([entry, ...args], options);
}

/** The URL a `hub` or `receive` says it listens on. */
export async function listeningUrl(running: RunningCli): Promise<string> {
  return (await running.waitForLine(/^listening on (http:\/\/\S+)$/))[1] ?? "";
}
