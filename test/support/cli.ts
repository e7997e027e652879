import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { Readable, Writable } from "node:stream";
import { execute } from "../../src/cli/execute.ts";
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

/** Last run in this process: the environment and the working directory belong to one at a time. */
let lastRun: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in this process, for tests of its output: no start of a program, and a debugger stops in it. Signals,
 * terminals and the end of a process need `runCli`.
 */
export function runInProcess(
  args: readonly string[],
  { home, env = {}, input = "" }: Pick<CliOptions, "home" | "env" | "input">,
): Promise<ProcessResult> {
  const run = lastRun.then(() => executeIn(args, { home, env, input }));
  lastRun = run.catch(() => undefined);
  return run;
}

async function executeIn(
  args: readonly string[],
  { home, env, input }: Required<Pick<CliOptions, "home" | "env" | "input">>,
): Promise<ProcessResult> {
  const outside = { env: { ...process.env }, cwd: process.cwd() };
  setEnvironment({ PATH: outside.env["PATH"], HOME: home, ...env });
  process.chdir(home);
  const stdout = createCapture();
  const stderr = createCapture();
  try {
    const code = await execute(args, {
      streams: { stdin: Readable.from([Buffer.from(input)]), stdout: stdout.stream, stderr: stderr.stream },
      nextStopSignal: () => new Promise(() => {}),
      releaseGuards: () => {},
    });
    return { code, signal: null, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.chdir(outside.cwd);
    setEnvironment(outside.env);
  }
}

function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}

function createCapture(): { readonly stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString("utf8") };
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
