import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type NodeProcess, type NodeProcessOptions, type ProcessResult, startNode } from "./node-process.ts";
import { programFile } from "./program.ts";

const entry = programFile();

/** Home directory of a test, so that nothing of the user who runs the tests is read or changed. */
export interface CliHome {
  readonly home: string;
  /** Default data directory in the home; not created yet. */
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
  /** Text of stdin. @default empty */
  readonly input?: string;
}

/** Runs the program and resolves when it has ended. */
export async function runCli(args: readonly string[], options: CliOptions): Promise<ProcessResult> {
  const running = startCli(args, options);
  running.child.stdin.end(options.input ?? "");
  return running.ended;
}

/** The program as it runs. */
export type RunningCli = NodeProcess;

/** Starts the program, for commands that run until they are stopped. */
export function startCli(args: readonly string[], options: CliOptions): RunningCli {
  return startNode([entry, ...args], options);
}

/** Returns the URL on which a `hub` or `receive` reports to listen. */
export async function listeningUrl(running: RunningCli): Promise<string> {
  return (await running.waitForLine(/^listening on (http:\/\/\S+)$/))[1] ?? "";
}
