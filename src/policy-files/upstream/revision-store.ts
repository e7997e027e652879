import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readJsonFile, writeJsonFile } from "../../files/json-file.ts";
import { ownerOnly, writeFileAtomic } from "../../files/write-file-atomic.ts";
import { sha256Of } from "../change-file.ts";
import { UpstreamNotKeptError } from "../errors.ts";
import { failureReason } from "../failure-reason.ts";

const fileName = "revision.json";

const revisionSchema = z
  .object({
    version: z.literal(1),
    /** Commit. */
    sha: z.string(),
    fetchedAtMs: z.number(),
    files: z
      .array(
        z.object({
          /** Path in the repo, with slashes. */
          path: z.string(),
          /** SHA-256 of the content in hex. */
          sha256: z.string(),
        }),
      )
      .readonly(),
    /** Paths of policies over the size limit. */
    tooLarge: z.array(z.string()).readonly(),
    /** Paths of an earlier revision that are missing in this one. */
    removed: z.array(z.string()).readonly(),
    /** SHA-256 of the declined content by path; empty for a file removed upstream. */
    kept: z.record(z.string(), z.string()).readonly(),
  })
  .readonly();

/** Latest fetched revision, in its own directory; contents are files named by SHA-256. */
export type FetchedRevision = Omit<z.infer<typeof revisionSchema>, "version">;

/** Reads the revision; null if none was fetched, or if its file is damaged. */
export function readRevision(dir: string): FetchedRevision | null {
  try {
    return readJsonFile(join(dir, fileName), (json) => revisionSchema.safeParse(json).data ?? null) ?? null;
  } catch {
    // It is fetched again.
    return null;
  }
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
    writeJsonFile(join(dir, fileName), { version: 1, ...revision });
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
