import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type ProcessEnd, type ProcessGroup, startProcessGroup } from "../../async/process-group.ts";
import { storedResponseBytes } from "../../model/delivery.ts";
import type { Incoming } from "../action.ts";
import { CallConsole } from "../call-console.ts";
import { type Inherited, programEnvironment } from "./program-environment.ts";

/**
 * Limit for output after a program has ended, in milliseconds: a process that left the group may hold its
 * pipes.
 */
const outputGraceMs = 1_000;

export interface ProgramRun {
  readonly end: ProcessEnd;
  /** Output, up to the size of a stored response. */
  readonly stdout: string;
  /** True if there was more output. */
  readonly isCut: boolean;
  /** Lines of the error output, which are untrusted text. */
  readonly console: readonly string[];
}

export interface ProgramRunOptions {
  readonly words: readonly string[];
  readonly incoming: Incoming;
  readonly inherited: Inherited;
  /** Called with each line of the error output as it is printed, up to the limit of the stored ones. */
  readonly onLine: (line: string) => void;
  /** Called with the started program, which the caller may stop. */
  readonly onStart: (group: Pick<ProcessGroup, "stop">) => void;
}

/** Runs a program with a delivery. Rejects if the payload cannot be written to its file. */
export async function runProgram({
  words,
  incoming,
  inherited,
  onLine,
  onStart,
}: ProgramRunOptions): Promise<ProgramRun> {
  const directory = await mkdtemp(join(tmpdir(), "hooklens-"));
  try {
    const payloadFile = join(directory, "payload.json");
    await writeFile(payloadFile, incoming.body, { mode: 0o600 });
    const [command = "", ...args] = words;
    const group = startProcessGroup(command, args, {
      env: programEnvironment(incoming, payloadFile, inherited),
      stdio: ["pipe", "pipe", "pipe"],
    });
    onStart(group);
    const { stdin, stdout, stderr } = group.child ?? {};
    if (stdin) send(incoming.body, stdin);
    const kept = keepOutput(stdout);
    const printed = keepLines(stderr, onLine);
    const end = await group.ended;
    const late = new AbortController();
    const timeUp = sleep(outputGraceMs, undefined, { signal: late.signal }).catch(() => undefined);
    await Promise.race([Promise.all([kept.closed, printed.closed]), timeUp]);
    late.abort();
    for (const stream of [stdout, stderr]) stream?.destroy();
    return { end, stdout: kept.text(), isCut: kept.isCut(), console: printed.lines() };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function send(body: Uint8Array, stdin: Writable): void {
  // A program that does not read its input closes the pipe.
  stdin.on("error", () => {});
  stdin.end(body);
}

/** Keeps the output of a program up to the size of a stored response, and reads the rest. */
function keepOutput(stream: Readable | null | undefined) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream?.on("data", (chunk: Buffer) => {
    if (bytes < storedResponseBytes) chunks.push(chunk.subarray(0, storedResponseBytes - bytes));
    bytes += chunk.length;
  });
  return {
    closed: closeOf(stream),
    text: () => Buffer.concat(chunks).toString("utf8"),
    isCut: () => bytes > storedResponseBytes,
  };
}

/** Keeps the lines of the error output of a program within the limits of a console. */
function keepLines(stream: Readable | null | undefined, onLine: (line: string) => void) {
  const printed = new CallConsole();
  let unfinished = "";
  stream?.setEncoding("utf8").on("data", (text: string) => {
    const kept = printed.write(text);
    const lines = (unfinished + kept).split(/\r?\n/);
    unfinished = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
  const closed = closeOf(stream).then(() => {
    if (unfinished !== "") onLine(unfinished);
  });
  return { closed, lines: () => printed.lines() };
}

function closeOf(stream: Readable | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (!stream) resolve();
    else stream.once("close", resolve);
  });
}
