import { rm } from "node:fs/promises";
import type { NewRepo } from "../../store/repo-records.ts";
import { initBareRepository } from "../git/bare-repository.ts";
import type { Author } from "../git/git-environment.ts";
import { mainRef } from "../git/ref-names.ts";
import { moveRefs } from "../git/refs.ts";
import { writeCommit, type FileOperation } from "../git/write-commit.ts";

/** The Hub's list of files that go to its large file storage has nothing to name here. */
const attributes = `# This hub keeps every file in git itself, whatever its size: nothing here is a pointer to somewhere else.
* -text
`;

/** Makes the git repository of a new repo, with the first commit the Hub gives one too: main is there from the beginning. */
export async function makeRepository(
  gitDir: string,
  repo: Pick<NewRepo, "type" | "name" | "sdk">,
  author: Author,
  atMs: number,
): Promise<void> {
  try {
    await initBareRepository(gitDir);
    const sha = await writeCommit(gitDir, {
      parents: [],
      operations: firstFiles(repo),
      message: "initial commit",
      author,
      atMs,
    });
    await moveRefs(gitDir, [{ ref: mainRef, from: null, to: sha }]);
  } catch (error) {
    await rm(gitDir, { recursive: true, force: true });
    throw error;
  }
}

/** A space says in its README what it is built with. */
function firstFiles({ type, name, sdk }: Pick<NewRepo, "type" | "name" | "sdk">): readonly FileOperation[] {
  const title = name.slice(name.indexOf("/") + 1);
  const card = `---\ntitle: ${JSON.stringify(title)}\nsdk: ${sdk ?? "static"}\n---\n`;
  return [
    { kind: "file", path: ".gitattributes", content: Buffer.from(attributes) },
    ...(type === "space" ? [{ kind: "file" as const, path: "README.md", content: Buffer.from(card) }] : []),
  ];
}
