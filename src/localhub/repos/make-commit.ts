import { z } from "zod";
import { refusals } from "../errors.ts";
import { lookUp } from "../git/objects.ts";
import { type Author, authorOf } from "../git/run-git.ts";
import { type FileOperation, isFilePath, writeCommit } from "../git/write-objects.ts";
import { moveRefsOrRefuse, type RepoAt } from "./repo-refs.ts";
import type { OpenPullRequest } from "./repo.ts";

/** Author and time of a commit. */
export interface Committing {
  readonly account: string;
  readonly atMs: number;
}

/**
 * Adds a commit to a branch or to the ref of a pull request.
 * @returns its sha
 * @throws {RefusedError} 400 the request is invalid, 404 the ref or a file to delete is missing, 409 the ref
 * has moved, 412 the ref is not at `parentCommit`
 */
export function makeCommit(
  { repos, repo, endpoint }: RepoAt,
  revision: string,
  request: CommitRequest,
  by: Committing,
): Promise<string> {
  const ref = refOfRevision(revision);
  return repos.changeRefs(repo, endpoint, async (refs) => {
    const from = headOf(refs[ref], revision, request);
    const to = await commitOn(repo.gitDir, from, request, authorOf(by.account), by.atMs);
    await moveRefsOrRefuse(repo.gitDir, [{ ref, from, to }]);
    return to;
  });
}

/**
 * Creates a commit on the head of a branch, which does not move, and opens a pull request with it.
 * @throws {RefusedError} as `makeCommit`
 */
export async function proposeCommit(
  { repo, endpoint, repos }: RepoAt,
  revision: string,
  request: CommitRequest,
  by: Committing,
  open: OpenPullRequest,
): Promise<{ readonly sha: string; readonly num: number }> {
  const base = refOfRevision(revision);
  const refs = await repos.refs(repo);
  const from = headOf(refs[base], revision, request);
  const sha = await commitOn(repo.gitDir, from, request, authorOf(by.account), by.atMs);
  const { summary: title, description } = request.header;
  const { num } = await open(repo, endpoint, { title, description, sha, base });
  return { sha, num };
}

/** Returns the full ref name of a revision, which is a full name or a branch. */
export function refOfRevision(revision: string): string {
  return revision.startsWith("refs/") ? revision : `refs/heads/${revision}`;
}

function headOf(head: string | undefined, revision: string, { header }: CommitRequest): string {
  if (head === undefined) throw refusals.revisionNotFound(revision);
  if (header.parentCommit !== null && !head.startsWith(header.parentCommit)) {
    throw refusals.commitOutdated();
  }
  return head;
}

function commitOn(
  gitDir: string,
  parent: string,
  { header: { summary, description }, operations }: CommitRequest,
  author: Author,
  atMs: number,
): Promise<string> {
  return writeCommit(gitDir, {
    parents: [parent],
    operations: withDeletionsChecked(gitDir, parent, operations),
    message: description === "" ? summary : `${summary}\n\n${description}`,
    author,
    atMs,
  });
}

/**
 * Yields the operations, then checks all deletions together.
 * @throws {RefusedError} 404 a path to delete is missing or has another type
 */
async function* withDeletionsChecked(
  gitDir: string,
  parent: string,
  operations: AsyncIterable<CommitOperation>,
): AsyncGenerator<CommitOperation> {
  const wanted: { readonly path: string; readonly type: "blob" | "tree" }[] = [];
  for await (const operation of operations) {
    if (operation.kind === "delete") {
      wanted.push({ path: operation.path, type: operation.of === "file" ? "blob" : "tree" });
    }
    yield operation;
  }
  const found = await lookUp(
    gitDir,
    wanted.map(({ path }) => `${parent}:${path}`),
  );
  if (wanted.some(({ type }, index) => found[index]?.type !== type)) throw refusals.entryNotFound();
}

const headerSchema = z.object({
  key: z.literal("header"),
  value: z.object({
    summary: z.string().min(1),
    description: z.string().nullish(),
    parentCommit: z.string().nullish(),
  }),
});
const pathSchema = z.object({ path: z.string() });
const operationSchema = z.discriminatedUnion("key", [
  z.object({
    key: z.literal("file"),
    value: pathSchema.extend({ content: z.string(), encoding: z.enum(["base64", "utf-8"]).optional() }),
  }),
  z.object({ key: z.literal("lfsFile"), value: pathSchema }),
  z.object({ key: z.literal("deletedFile"), value: pathSchema }),
  z.object({ key: z.literal("deletedFolder"), value: pathSchema }),
]);

/** Header of a commit request. */
export interface CommitHeader {
  readonly summary: string;
  readonly description: string;
  /** Required head of the ref, or the start of its sha; null for any. */
  readonly parentCommit: string | null;
}

/** Operation of a commit. A deletion includes its type: a file is not deleted as a directory. */
export type CommitOperation =
  | (FileOperation & { readonly kind: "file" })
  | (FileOperation & { readonly kind: "delete"; readonly of: "file" | "folder" });

export interface CommitRequest {
  readonly header: CommitHeader;
  /**
   * Operations, read from the request as they are consumed, once.
   * @throws {RefusedError} 400 for an invalid line
   */
  readonly operations: AsyncIterable<CommitOperation>;
}

/**
 * Reads the Hub's commit protocol: one JSON object per line, the header first
 * (https://github.com/huggingface/huggingface_hub/issues/1085#issuecomment-1265208073). Keeps one line in
 * memory.
 * @throws {RefusedError} 400 the header is missing or invalid
 */
export async function readCommitRequest(body: AsyncIterable<Uint8Array>): Promise<CommitRequest> {
  const lines = linesOf(body)[Symbol.asyncIterator]();
  const first = await lines.next();
  const read = headerSchema.safeParse(first.done === true ? null : parse(first.value, 1));
  if (!read.success) {
    throw refusals.badRequest(
      "line 1 must be the header: a summary, and optionally a description and a parentCommit",
    );
  }
  const { summary, description, parentCommit } = read.data.value;
  return {
    header: { summary, description: description ?? "", parentCommit: parentCommit ?? null },
    operations: operationsOf(lines),
  };
}

async function* operationsOf(lines: AsyncIterator<Buffer>): AsyncGenerator<CommitOperation> {
  for (let number = 2; ; number++) {
    const line = await lines.next();
    if (line.done === true) return;
    yield operationOf(line.value, number);
  }
}

function operationOf(line: Buffer, number: number): CommitOperation {
  const read = operationSchema.safeParse(parse(line, number));
  if (!read.success) {
    throw refusals.badRequest(
      `line ${number} must be a file, a deletedFile or a deletedFolder, with its path`,
    );
  }
  const { key, value } = read.data;
  const path = key === "deletedFolder" ? value.path.replace(/\/$/, "") : value.path;
  if (!isFilePath(path)) throw refusals.badRequest(`line ${number} has an invalid path: ${path}`);
  switch (key) {
    case "lfsFile":
      throw refusals.badRequest(
        `${path} cannot be a pointer: this hub has no large file storage. Send the file itself, as the preupload response requires`,
      );
    case "file":
      return { kind: "file", path, content: contentOf(value, number) };
    case "deletedFile":
      return { kind: "delete", of: "file", path };
    case "deletedFolder":
      return { kind: "delete", of: "folder", path };
  }
}

function contentOf(
  { content, encoding = "base64" }: { content: string; encoding?: "base64" | "utf-8" | undefined },
  number: number,
): Buffer {
  const bytes = Buffer.from(content, encoding);
  // Node skips invalid characters of base64 silently, which would change the file.
  const isWhole =
    encoding === "utf-8" || bytes.length === Math.floor((content.replace(/=+$/, "").length * 3) / 4);
  if (!isWhole) throw refusals.badRequest(`line ${number} has content that is not base64`);
  return bytes;
}

function parse(line: Buffer, number: number): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    throw refusals.badRequest(`line ${number} is not JSON`);
  }
}

/** Yields the lines that are not empty, without line ends. */
async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let begun: Uint8Array[] = [];
  for await (const chunk of body) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const line = Buffer.concat([...begun, chunk.subarray(start, end)]);
      begun = [];
      start = end + 1;
      if (line.length > 0) yield line;
    }
    if (start < chunk.length) begun.push(chunk.subarray(start));
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}
