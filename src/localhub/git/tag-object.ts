import type { Author } from "./git-environment.ts";
import { runGit } from "./run-git.ts";

export interface NewTagObject {
  readonly name: string;
  /** The commit it names. */
  readonly commit: string;
  readonly message: string;
  readonly author: Author;
  readonly atMs: number;
}

/** Writes an annotated tag without making its ref. @returns its sha */
export async function writeTagObject(gitDir: string, tag: NewTagObject): Promise<string> {
  const by = `${tag.author.name} <${tag.author.email}> ${Math.floor(tag.atMs / 1000)} +0000`;
  const { stdout } = await runGit(gitDir, ["mktag"], {
    input: `object ${tag.commit}\ntype commit\ntag ${tag.name}\ntagger ${by}\n\n${tag.message}\n`,
  });
  return stdout.toString().trim();
}
