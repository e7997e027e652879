import { mkdir } from "node:fs/promises";
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
