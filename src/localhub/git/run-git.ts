import { spawn } from "node:child_process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { HooklensError } from "../../model/errors.ts";
import { GitFailedError, GitMissingError } from "../errors.ts";
import { gitEnvironment, type Author } from "./git-environment.ts";

export interface GitOptions {
  readonly input?: string | AsyncIterable<Uint8Array | string>;
  readonly author?: Author;
  /** Statuses that are answers; default 0 alone. */
  readonly accepts?: readonly number[];
  /** Limit of the output; default 64 MiB. */
  readonly maxBytes?: number;
  /** Default a minute. */
  readonly timeoutMs?: number;
}

export interface GitResult {
  readonly status: number;
  readonly stdout: Buffer;
}

/**
 * Runs git on a bare repository. Arguments are written here, never taken from a request without `--end-of-options` or `--` before them.
 * @throws {GitMissingError}
 * @throws {GitFailedError} another status than those accepted, more output or a longer time than allowed
 * @throws what `input` throws
 */
export async function runGit(
  gitDir: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitResult> {
  const { input = "", accepts = [0], maxBytes = 64 * 1024 * 1024, timeoutMs = 60_000 } = options;
  const [command = ""] = args;
  const limit = AbortSignal.timeout(timeoutMs);
  const child = spawn("git", [`--git-dir=${gitDir}`, ...args], {
    cwd: gitDir,
    env: gitEnvironment(gitDir, options.author),
    signal: limit,
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.once("error", (error) =>
      reject(limit.aborted ? failed(command, `it took more than ${timeoutMs} ms`) : spawnError(error)),
    );
    child.once("close", (code) => resolve(code ?? -1));
  });
  const reading = Promise.all([
    ended,
    collect(child.stdout, maxBytes, command),
    collect(child.stderr, 1024 * 1024, command),
  ]);
  const feeding = feed(input, child.stdin);
  try {
    const [[status, stdout, stderr]] = await Promise.all([reading, feeding]);
    if (accepts.includes(status)) return { status, stdout };
    throw failed(command, stderr.toString().trim() || `it ended with ${status}`);
  } catch (error) {
    child.kill();
    await reading.catch(() => {
      // Its failure is the one being thrown, or follows from it.
    });
    throw error;
  }
}

/** Git may end without having read everything; then its status says why. */
async function feed(
  input: string | AsyncIterable<Uint8Array | string>,
  stdin: NodeJS.WritableStream,
): Promise<void> {
  let inputError: unknown = null;
  async function* chunks(): AsyncGenerator<Uint8Array | string> {
    try {
      if (typeof input === "string") yield input;
      else yield* input;
    } catch (error) {
      inputError = error;
      throw error;
    }
  }
  try {
    await pipeline(Readable.from(chunks(), { objectMode: false }), stdin);
  } catch {
    if (inputError !== null) throw inputError;
  }
}

async function collect(stream: Readable, maxBytes: number, command: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size > maxBytes) throw failed(command, `it answered more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function failed(command: string, why: string): HooklensError {
  return new GitFailedError({ what: `git ${command} failed`, why, hint: "Check the data directory" });
}

/** @param error emitted by the child process */
export function spawnError(error: Error): HooklensError {
  return new GitMissingError({
    what: "git cannot be run",
    why: "code" in error ? String(error.code) : error.message,
    hint: "Install git 2.38 or newer: the local hub keeps its repos in it",
    cause: error,
  });
}
