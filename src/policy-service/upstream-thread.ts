import type { UpstreamDocument } from "../policy-files/upstream/compare-upstream.ts";
import type { TakenOver } from "../policy-files/upstream/take-over.ts";
import type {
  ComparedRevision,
  DownloadedRevision,
  UpstreamDiff,
  UpstreamPlace,
} from "./upstream-methods.ts";

/** Calls of the worker thread about the upstream repo. */
export interface UpstreamThread {
  /** Compares the directory with the revision that was fetched last; null if there is none. */
  upstreamView(place: UpstreamPlace): Promise<ComparedRevision | null>;
  /** Stores a revision, compared with the directory. @throws {UpstreamNotKeptError} */
  upstreamSave(place: UpstreamPlace, downloaded: DownloadedRevision): Promise<ComparedRevision>;
  /** Keeps our version of a document, or no longer. @throws {UpstreamNotKeptError} */
  upstreamKeep(place: UpstreamPlace, name: string, isKept: boolean): Promise<ComparedRevision | null>;
  /**
   * Writes upstream's version of a document into the directory, if ours is still as it was compared.
   * @throws {PolicyNotChangedError}
   * @throws {UpstreamNotKeptError}
   */
  upstreamTake(place: UpstreamPlace, document: UpstreamDocument): Promise<TakenOver>;
  /** Removes a file that was taken over, if it is unchanged. @throws {PolicyNotChangedError} */
  upstreamRemove(path: string, sha256: string): Promise<void>;
  /** @throws {UpstreamNotKeptError} */
  upstreamDiff(place: UpstreamPlace, document: UpstreamDocument): Promise<UpstreamDiff>;
}
