import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { processesAtHomeIn } from "../jobs/processes.ts";
import { runGit } from "./run-git.ts";

/** Makes an empty bare repository whose default branch is main. The directory must not be there yet. */
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

/** A push that has all it needs moves its refs within moments; what takes longer is stuck. */
const patienceMs = 10_000;

/**
 * Lets git processes of a hub that died end what they do in a repository, and removes the locks of those that died too, which nobody would
 * ever open. For a repository nobody changes: call it before anything else does. Other systems than Linux do not tell what still runs.
 */
export async function settleRepository(gitDir: string): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (processesAtHomeIn(gitDir).length > 0 && performance.now() < giveUpAt) await pause(20);
  const refs = join(gitDir, "refs");
  const names = await readdir(refs, { recursive: true });
  const locks = names.filter((name) => name.endsWith(".lock")).map((name) => join(refs, name));
  for (const lock of [...locks, join(gitDir, "packed-refs.lock"), join(gitDir, "HEAD.lock")]) {
    await rm(lock, { force: true });
  }
}
