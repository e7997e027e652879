import { relative } from "node:path";
import { failureReason } from "./failure-reason.ts";
import { fileStamp, walkFolder } from "./walk-folder.ts";

/** Bounds the work for a folder given by mistake, such as a home folder. */
const limits = { files: 1_000, folders: 1_000 };

/** A policy file found in a folder. */
interface FoundPolicy {
  readonly path: string;
  /** Path relative to the folder: `eu/health.yaml`. */
  readonly name: string;
  /** Changes with every save of the file or its review. */
  readonly stamp: string;
}

export interface PolicyScan {
  readonly files: readonly FoundPolicy[];
  /** Folders looked through, the given one first. */
  readonly folders: readonly string[];
  /** A limit left files or folders out. */
  readonly isCut: boolean;
  /** Reason the folder cannot be read, or null. */
  readonly problem: string | null;
}

/**
 * Lists the policies of a folder and its subfolders, as many as fit the limits. Subfolders that cannot be read have none. Never throws.
 * @param reviewOf gives the path of a policy's review
 */
export function scanPolicies(folder: string, reviewOf: (path: string) => string): PolicyScan {
  const { files, folders, unread, isCut } = walkFolder(folder, limits);
  const problem = unread.get(folder);
  return {
    files: files.flatMap((path) => {
      const stamp = fileStamp(path);
      if (stamp === null) return [];
      return { path, name: relative(folder, path), stamp: `${stamp} ${fileStamp(reviewOf(path)) ?? ""}` };
    }),
    folders,
    isCut,
    problem: problem === undefined ? null : failureReason(problem),
  };
}
