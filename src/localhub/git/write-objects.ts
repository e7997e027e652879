import { type Author, runGit } from "./run-git.ts";

/**
 * Change of one path. A deletion includes the contents of a directory; deleting a missing path has no effect.
 */
export type FileOperation =
  | { readonly kind: "file"; readonly path: string; readonly content: Uint8Array }
  | { readonly kind: "delete"; readonly path: string };

export interface NewCommit {
  /** Shas; empty for a root commit. The tree is the first parent's with the operations applied in order. */
  readonly parents: readonly string[];
  readonly operations: Iterable<FileOperation> | AsyncIterable<FileOperation>;
  readonly message: string;
  readonly author: Author;
  readonly atMs: number;
}

/** Spellings of `.git`, which git refuses on every system: those of NTFS, with a short name or a stream. */
const dotGit = /^(?:\.git|git~1)[. ]*(?::|$)/i;

/** Characters that HFS+ ignores in names. */
const ignoredInNames = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Returns true if git can store a file at this path and check it out on Linux and macOS: relative, inside the
 * repository, not in `.git`, without control characters, and of at most 4,096 characters. A backslash is part of a
 * name, except before `.git`, which git refuses on every system.
 */
export function isFilePath(path: string): boolean {
  return (
    path.length <= 4096 &&
    !/\p{Cc}/u.test(path) &&
    path.split("/").every((part) => part !== "" && part !== "." && part !== "..") &&
    !path.split(/[/\\]/).some((part) => dotGit.test(part.replaceAll(ignoredInNames, "")))
  );
}

/**
 * Writes a commit without moving a ref. Runs one process and keeps one operation in memory.
 * @returns its sha
 * @throws {TypeError} a path is invalid (`isFilePath`)
 * @throws {GitFailedError} a parent is missing
 * @throws errors of `operations`
 */
export async function writeCommit(gitDir: string, commit: NewCommit): Promise<string> {
  const { stdout } = await runGit(gitDir, ["fast-import", "--quiet", "--done", "--date-format=raw"], {
    input: fastImportStream(commit),
    timeoutMs: 10 * 60_000,
  });
  return stdout.toString().trim();
}

/** Ref that `git fast-import` requires; it is reset at the end and never created. */
const scratchRef = "refs/hooklens/scratch";

async function* fastImportStream(commit: NewCommit): AsyncGenerator<Uint8Array | string> {
  const { parents, operations, message, author, atMs } = commit;
  const text = Buffer.from(message);
  const by = `${safe(author.name)} <${safe(author.email)}> ${Math.floor(atMs / 1000)} +0000`;
  const [first, ...others] = parents;
  yield `commit ${scratchRef}\nmark :1\nauthor ${by}\ncommitter ${by}\ndata ${text.length}\n`;
  yield text;
  yield `\n${first === undefined ? "" : `from ${first}\n`}${others.map((sha) => `merge ${sha}\n`).join("")}`;
  for await (const operation of operations) {
    if (!isFilePath(operation.path)) throw new TypeError(`not a path of a file: ${operation.path}`);
    const path = `"${operation.path.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
    if (operation.kind === "delete") {
      yield `D ${path}\n`;
    } else {
      yield `M 100644 inline ${path}\ndata ${operation.content.length}\n`;
      yield operation.content;
      yield "\n";
    }
  }
  yield `\nget-mark :1\nreset ${scratchRef}\nfrom ${"0".repeat(40)}\n\ndone\n`;
}

function safe(name: string): string {
  return name.replaceAll(/[<>\p{Cc}]/gu, "");
}

export interface NewTagObject {
  readonly name: string;
  /** Tagged commit. */
  readonly commit: string;
  readonly message: string;
  readonly author: Author;
  readonly atMs: number;
}

/** Writes an annotated tag without creating its ref. @returns its sha */
export async function writeTagObject(gitDir: string, tag: NewTagObject): Promise<string> {
  const by = `${tag.author.name} <${tag.author.email}> ${Math.floor(tag.atMs / 1000)} +0000`;
  const { stdout } = await runGit(gitDir, ["mktag"], {
    input: `object ${tag.commit}\ntype commit\ntag ${tag.name}\ntagger ${by}\n\n${tag.message}\n`,
  });
  return stdout.toString().trim();
}
