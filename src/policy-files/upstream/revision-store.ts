import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ownerOnly, writeFileAtomic } from "../../files/write-file-atomic.ts";
import { sha256Of } from "../change-file.ts";
import { UpstreamNotKeptError } from "../errors.ts";
import { failureReason } from "../failure-reason.ts";

/** Policy of a fetched revision. */
export interface FetchedFile {
  /** Path in the repo, with slashes. */
  readonly path: string;
  /** SHA-256 of the content in hex. */
  readonly sha256: string;
}

/** Latest fetched revision, in its own directory; contents are files named by SHA-256. */
export interface FetchedRevision {
  /** Commit. */
  readonly sha: string;
  readonly fetchedAtMs: number;
  readonly files: readonly FetchedFile[];
  /** Paths of policies over the size limit. */
  readonly tooLarge: readonly string[];
  /** Paths of an earlier revision that are missing in this one. */
  readonly removed: readonly string[];
  /** SHA-256 of the declined content by path; empty for a file removed upstream. */
  readonly kept: Readonly<Record<string, string>>;
}

const version = 1;
const fileName = "revision.json";

/** Reads the revision; null if none was fetched, or if its file is damaged. */
export function readRevision(dir: string): FetchedRevision | null {
  try {
    const parsed: unknown = JSON.parse(readFileSync(join(dir, fileName), "utf8"));
    return isRevision(parsed) ? parsed : null;
  } catch {
    // It is fetched again.
    return null;
  }
}

function isRevision(value: unknown): value is FetchedRevision & { readonly version: number } {
  if (typeof value !== "object" || value === null) return false;
  const {
    version: written,
    sha,
    fetchedAtMs,
    files,
    kept,
    removed,
    tooLarge,
  } = value as Record<string, unknown>;
  const isText = (one: unknown) => typeof one === "string";
  return (
    written === version &&
    isText(sha) &&
    typeof fetchedAtMs === "number" &&
    Array.isArray(files) &&
    files.every(
      (file: unknown) => isText((file as FetchedFile | null)?.path) && isText((file as FetchedFile).sha256),
    ) &&
    Array.isArray(removed) &&
    removed.every(isText) &&
    Array.isArray(tooLarge) &&
    tooLarge.every(isText) &&
    typeof kept === "object" &&
    kept !== null &&
    Object.values(kept).every(isText)
  );
}

/**
 * Writes the revision with its new contents, and removes contents of the previous one.
 * @throws {UpstreamNotKeptError}
 */
export function writeRevision(
  dir: string,
  revision: FetchedRevision,
  contents: readonly Uint8Array[] = [],
): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    for (const bytes of contents) writeFileAtomic(join(dir, sha256Of(bytes)), bytes, ownerOnly);
    writeFileAtomic(join(dir, fileName), JSON.stringify({ version, ...revision }), ownerOnly);
    const used = new Set([fileName, ...revision.files.map(({ sha256 }) => sha256)]);
    for (const name of readdirSync(dir)) if (!used.has(name)) rmSync(join(dir, name), { force: true });
  } catch (error) {
    throw new UpstreamNotKeptError({
      what: `the fetched revision was not stored in ${dir}`,
      why: failureReason(error),
      hint: "Check that the data directory is writable",
      cause: error,
    });
  }
}

/** Reads a content of the revision. @throws {UpstreamNotKeptError} it is missing or damaged */
export function readContent(dir: string, sha256: string): Uint8Array {
  let bytes: Uint8Array | null = null;
  try {
    bytes = readFileSync(join(dir, sha256));
  } catch {
    // Reported below.
  }
  if (bytes !== null && sha256Of(bytes) === sha256) return bytes;
  throw new UpstreamNotKeptError({
    what: "the fetched revision is incomplete",
    why: `a file in ${dir} is missing or damaged`,
    hint: "Fetch upstream again",
  });
}

/** Returns the directory of a branch's revision. @param folder directory of the policies */
export function revisionFolder(dataDir: string, upstream: string, folder: string): string {
  const id = createHash("sha256").update(`${upstream}\n${folder}`).digest("hex").slice(0, 32);
  return join(dataDir, "upstream", id);
}
