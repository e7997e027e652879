import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { devNull } from "node:os";
import process from "node:process";
import type { GitProblem } from "./problem.ts";

/** Limit for one answer of git, in milliseconds. */
export const gitTimeoutMs = 5_000;
/** Maximum output, in bytes: about 500,000 files of a revision. */
const maxOutput = 64 * 1024 * 1024;

/** Configuration that overrides a possibly hostile repository's: it starts no program. */
const settings = [`core.fsmonitor=false`, `core.hooksPath=${devNull}`, "protocol.allow=never"];

/** Inherited variables: configuration of the user, and the limits of the upward search. */
const kept =
  /^GIT_(?:CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM)$/;

/**
 * Returns the environment of git. Drops `GIT_DIR` and `GIT_INDEX_FILE`, which a hook sets to another repository. A
 * partial clone must not fetch: the repository names the program to run.
 */
function gitEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name) || kept.test(name));
  return {
    ...Object.fromEntries(own),
    LC_ALL: "C",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
  };
}

/**
 * Starts git in a directory, without a shell.
 * @throws the directory or an argument has a null character
 */
export function spawnGit(folder: string, args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn("git", [...settings.flatMap((setting) => ["-c", setting]), ...args], {
    cwd: folder,
    env: gitEnvironment(),
    stdio: "pipe",
    windowsHide: true,
  });
}

export interface GitOutput {
  readonly status: number;
  readonly stdout: Buffer;
  /** First line of stderr, without `fatal: `. */
  readonly message: string;
}

/** Runs git in a directory; any exit status is a result. */
export async function runGit(folder: string, args: readonly string[]): Promise<GitOutput | GitProblem> {
  const { promise, resolve } = Promise.withResolvers<GitOutput | GitProblem>();
  const child = spawnGit(folder, args);
  const stop = (problem: GitProblem) => {
    child.kill("SIGKILL");
    resolve(problem);
  };
  const timer = setTimeout(() => stop(timeoutProblem()), gitTimeoutMs);
  const out: Uint8Array[] = [];
  let size = 0;
  let errors = "";
  child.stdin.on("error", () => {
    // Git ended without reading; its exit status is the result.
  });
  child.stdin.end();
  child.stdout.on("data", (chunk: Uint8Array) => {
    size += chunk.length;
    if (size > maxOutput) stop({ kind: "failed", why: "the revision has too many files" });
    else out.push(chunk);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (errors.length < 2_000) errors += text;
  });
  child.on("error", (error) => resolve(spawnProblem(error)));
  child.on("close", (status) =>
    resolve({ status: status ?? -1, stdout: Buffer.concat(out), message: firstLine(errors) }),
  );
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

function firstLine(errors: string): string {
  return (errors.split("\n", 1)[0] ?? "").replace(/^(?:fatal|error): /, "").slice(0, 200);
}

/** Creates the problem of a git that did not answer. */
export function timeoutProblem(): GitProblem {
  return { kind: "failed", why: `git took more than ${gitTimeoutMs / 1_000} s` };
}

/** Creates the problem of a git that did not start. */
export function spawnProblem(error: Error): GitProblem {
  if ("code" in error && error.code === "ENOENT") return { kind: "no-git", why: "git is not installed" };
  return {
    kind: "failed",
    why: `git cannot be run: ${"code" in error ? String(error.code) : error.message}`,
  };
}
