import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { processesAtHomeIn } from "../jobs/processes.ts";
import { runGit } from "./run-git.ts";

/** Creates an empty bare repository with the default branch main. The directory must not exist. */
export async function initBareRepository(gitDir: string): Promise<void> {
  await mkdir(gitDir, { recursive: true, mode: 0o700 });
  await runGit(gitDir, [
    "init",
    "--quiet",
    "--bare",
    "--template=",
    "--initial-branch=main",
    "--object-format=sha1",
  ]);
}

/**
 * Maximum time that git processes get to exit, in milliseconds. A push that has sent all its objects moves
 * its refs quickly.
 */
const maxWaitMs = 10_000;

/**
 * Waits for the git processes that a crashed hub left in a repository, at most 10 s, and removes the lock
 * files of its refs. Call it while no other process of this hub changes the repository. Finds processes on
 * Linux only.
 */
export async function settleRepository(gitDir: string): Promise<void> {
  const giveUpAt = performance.now() + maxWaitMs;
  while (processesAtHomeIn(gitDir).length > 0 && performance.now() < giveUpAt) await pause(20);
  const refs = join(gitDir, "refs");
  const names = await readdir(refs, { recursive: true });
  const locks = names.filter((name) => name.endsWith(".lock")).map((name) => join(refs, name));
  for (const lock of [...locks, join(gitDir, "packed-refs.lock"), join(gitDir, "HEAD.lock")]) {
    await rm(lock, { force: true });
  }
}
