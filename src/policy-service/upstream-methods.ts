import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256Of } from "../policy-files/change-file.ts";
import { type UpstreamDocument, compareUpstream } from "../policy-files/upstream/compare-upstream.ts";
import {
  type FetchedRevision,
  readContent,
  readRevision,
  writeRevision,
} from "../policy-files/upstream/revision-store.ts";
import { type TakenOver, removeTaken, takeOver } from "../policy-files/upstream/take-over.ts";
import { checkBytes } from "../policy/check-bytes.ts";
import { lineDiff, type PageDiff, pageDiff } from "./page-diff.ts";

/** Directory of the policies, and of their fetched revision. */
export interface UpstreamPlace {
  readonly folder: string;
  readonly dir: string;
}

/** Fetched revision, compared with the directory. */
export interface ComparedRevision extends Pick<FetchedRevision, "sha" | "fetchedAtMs"> {
  readonly documents: readonly UpstreamDocument[];
}

/** Revision as it was downloaded. */
export interface DownloadedRevision {
  readonly sha: string;
  readonly fetchedAtMs: number;
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  readonly tooLarge: readonly string[];
}

/** Differences of upstream's version of a policy from ours. */
export interface UpstreamDiff {
  readonly name: string;
  readonly diff: PageDiff;
  /** Unified diff, for versions that cannot be compared clause by clause. */
  readonly lines: readonly string[];
}

/** Methods of the worker thread about the upstream repo. */
export const upstreamMethods = {
  /** Compares the directory with the latest fetched revision; null if there is none. */
  upstreamView: ({ folder, dir }: UpstreamPlace): ComparedRevision | null => {
    const revision = readRevision(dir);
    return revision === null ? null : compared(folder, revision);
  },
  /** Stores a revision, compared with the directory. @throws {UpstreamNotKeptError} */
  upstreamSave({ folder, dir }: UpstreamPlace, downloaded: DownloadedRevision): ComparedRevision {
    const { files, ...rest } = downloaded;
    const before = readRevision(dir);
    const paths = new Set([...files.map(({ path }) => path), ...rest.tooLarge]);
    const known = [...(before?.files.map(({ path }) => path) ?? []), ...(before?.removed ?? [])];
    const revision: FetchedRevision = {
      ...rest,
      files: files.map(({ path, bytes }) => ({ path, sha256: sha256Of(bytes) })),
      removed: known.filter((path) => !paths.has(path)),
      kept: before?.kept ?? {},
    };
    writeRevision(
      dir,
      revision,
      files.map(({ bytes }) => bytes),
    );
    return compared(folder, revision);
  },
  /** Keeps ours, or no longer, for upstream's present content. @throws {UpstreamNotKeptError} */
  upstreamKeep({ folder, dir }: UpstreamPlace, name: string, isKept: boolean): ComparedRevision | null {
    const revision = readRevision(dir);
    if (revision === null) return null;
    const { [name]: _, ...others } = revision.kept;
    const sha256 = revision.files.find(({ path }) => path === name)?.sha256 ?? "";
    const changed = { ...revision, kept: isKept ? { ...others, [name]: sha256 } : others };
    writeRevision(dir, changed);
    return compared(folder, changed);
  },
  /**
   * Writes upstream's version of a document into the directory, if ours is unchanged since the comparison.
   * @throws {PolicyNotChangedError | UpstreamNotKeptError}
   */
  upstreamTake: ({ folder, dir }: UpstreamPlace, document: UpstreamDocument): TakenOver =>
    takeOver(folder, document.name, document.ours, readContent(dir, document.upstream ?? "")),
  /**
   * Removes a file taken from upstream, if it is unchanged.
   * @throws {PolicyNotChangedError}
   */
  upstreamRemove: (path: string, sha256: string): void => removeTaken(path, sha256),
  /** @throws {UpstreamNotKeptError} */
  async upstreamDiff({ folder, dir }: UpstreamPlace, document: UpstreamDocument): Promise<UpstreamDiff> {
    const { name, ours, upstream } = document;
    const mine = ours === null ? Buffer.from("") : readFileSync(join(folder, name));
    const theirs = upstream === null ? Buffer.from("") : readContent(dir, upstream);
    const [older, newer] = [await checkBytes(mine, { file: name }), await checkBytes(theirs, { file: name })];
    const diff = pageDiff(newer.check, { check: older.check }, "ours");
    return { name, diff, lines: lineDiff(["ours", "upstream"], older.text, newer.text) };
  },
};

function compared(folder: string, { sha, fetchedAtMs, ...rest }: FetchedRevision): ComparedRevision {
  return { sha, fetchedAtMs, documents: compareUpstream(folder, { sha, fetchedAtMs, ...rest }) };
}
