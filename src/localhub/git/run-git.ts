import { spawn } from "node:child_process";
import { devNull } from "node:os";
import process from "node:process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { HooklensError } from "../../model/errors.ts";
import { GitFailedError, GitMissingError } from "../errors.ts";

export interface GitOptions {
  readonly input?: string | AsyncIterable<Uint8Array | string>;
  readonly author?: Author;
  /** Exit statuses that are not failures. @default [0] */
  readonly accepts?: readonly number[];
  /**
   * Maximum size of the output, in bytes.
   * @default 64 MiB
   */
  readonly maxBytes?: number;
  /**
   * Limit for the process, in milliseconds.
   * @default 60_000
   */
  readonly timeoutMs?: number;
}

export interface GitResult {
  readonly status: number;
  readonly stdout: Buffer;
}

/**
 * Runs git on a bare repository. Arguments from a request must follow `--end-of-options` or `--`.
 * @throws {GitMissingError}
 * @throws {GitFailedError} the status is not accepted, or a limit is exceeded
 * @throws errors of `input`
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
    throw failed(command, stderr.toString().trim() || `it exited with code ${status}`);
  } catch (error) {
    child.kill();
    await reading.catch(() => {
      // The rejection is the error being thrown, or a result of it.
    });
    throw error;
  }
}

/**
 * Writes the input. Ignores errors of the pipe: git has exited before it read everything, and its status
 * gives the reason.
 * @throws errors of `input`
 */
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
    if (size > maxBytes) throw failed(command, `its output exceeds ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function failed(command: string, why: string): HooklensError {
  return new GitFailedError({ what: `git ${command} failed`, why, hint: "Check the data directory" });
}

/** Creates the error of a git process that could not be started. */
export function spawnError(error: Error): HooklensError {
  return new GitMissingError({
    what: "git cannot be run",
    why: "code" in error ? String(error.code) : error.message,
    hint: "Install git 2.38 or newer: the local hub stores its repos in git",
    cause: error,
  });
}

/** Author of a commit or tag. */
export interface Author {
  readonly name: string;
  readonly email: string;
}

/** Returns the git identity of an account. */
export function authorOf(account: string): Author {
  return { name: account, email: `${account}@users.noreply.localhost` };
}

/** Maximum size of the pack of a push, in bytes. */
const maxPackBytes = 2 * 1024 ** 3;

/**
 * Configuration of every git process. Hooks never run. `safe.directory` allows a data directory of another
 * owner. Repacking runs in the foreground, so that nothing outlives the command.
 */
const settings: readonly (readonly [string, string])[] = [
  ["core.hooksPath", devNull],
  ["core.logAllRefUpdates", "false"],
  ["core.ignoreCase", "false"],
  ["safe.directory", "*"],
  ["gc.autoDetach", "false"],
  ["maintenance.autoDetach", "false"],
  ["http.receivepack", "true"],
  ["receive.maxInputSize", String(maxPackBytes)],
  // Refuses entries such as `..` and `.git`, in every spelling of it, which no client would check out.
  ["receive.fsckObjects", "true"],
  // Old tools wrote it, and every git reads it.
  ["receive.fsck.zeroPaddedFilemode", "ignore"],
  // Contains the scratch ref of `writeCommit`.
  ["receive.hideRefs", "refs/hooklens"],
  ["uploadpack.allowFilter", "true"],
  ["uploadpack.allowAnySHA1InWant", "true"],
  ["merge.renames", "true"],
];

/**
 * Returns the whole environment of a git process. It contains no token, and no configuration of the machine
 * or the user.
 */
export function gitEnvironment(
  gitDir: string,
  author: Author = authorOf("hooklens"),
): Readonly<Record<string, string>> {
  return {
    PATH: process.env["PATH"] ?? "",
    // Windows locates its libraries with this variable.
    ...(process.env["SystemRoot"] === undefined ? {} : { SystemRoot: process.env["SystemRoot"] }),
    HOME: gitDir,
    LC_ALL: "C",
    TZ: "UTC",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: devNull,
    GIT_TERMINAL_PROMPT: "0",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}
