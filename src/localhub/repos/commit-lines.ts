import { z } from "zod";
import { refusals } from "../errors.ts";
import { isFilePath, type FileOperation } from "../git/write-commit.ts";

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

/** Header of a commit. */
export interface CommitHeader {
  readonly summary: string;
  readonly description: string;
  /** The sha its branch must be at, or how that begins; null: wherever it is. */
  readonly parentCommit: string | null;
}

/** Change of a commit. A deletion names its type, so that a wrong one can be refused. */
export type CommitOperation =
  | (FileOperation & { readonly kind: "file" })
  | (FileOperation & { readonly kind: "delete"; readonly of: "file" | "folder" });

export interface CommitRequest {
  readonly header: CommitHeader;
  /** Read as they come, once. @throws {RefusedError} 400 for a line that is none */
  readonly operations: AsyncIterable<CommitOperation>;
}

/**
 * Reads the Hub's commit protocol: one JSON object a line, the header first
 * (https://github.com/huggingface/huggingface_hub/issues/1085#issuecomment-1265208073). No more than one line is in memory.
 * @throws {RefusedError} 400: it does not begin with a header
 */
export async function readCommitRequest(body: AsyncIterable<Uint8Array>): Promise<CommitRequest> {
  const lines = linesOf(body)[Symbol.asyncIterator]();
  const first = await lines.next();
  const read = headerSchema.safeParse(first.done === true ? null : parse(first.value, 1));
  if (!read.success) {
    throw refusals.badRequest(
      "line 1 must be the header: a summary and, if wanted, a description and a parentCommit",
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
  if (!isFilePath(path))
    throw refusals.badRequest(`line ${number} has a path that no file can have: ${path}`);
  switch (key) {
    case "lfsFile":
      throw refusals.badRequest(
        `${path} cannot be a pointer: this hub has no large file storage. Send the file itself, as preupload says`,
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
  // Node leaves out what is no base64, which would change the file without a word.
  const isWhole =
    encoding === "utf-8" || bytes.length === Math.floor((content.replace(/=+$/, "").length * 3) / 4);
  if (!isWhole) throw refusals.badRequest(`line ${number} has a content that is not base64`);
  return bytes;
}

function parse(line: Buffer, number: number): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    throw refusals.badRequest(`line ${number} is not JSON`);
  }
}

/** Lines that are not empty, without their ends. */
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
