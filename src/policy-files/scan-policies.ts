import { relative } from "node:path";
import { receiptsPath, proposalPath } from "./beside-policy.ts";
import { failureReason } from "./failure-reason.ts";
import { fileStamp, folderStamp } from "./file-stamp.ts";
import { walkFolder } from "./walk-folder.ts";

/** Maximum numbers of files and directories, for a directory given by mistake, such as the home directory. */
const limits = { files: 1_000, folders: 1_000 };

/** Policy file in the directory. */
interface FoundPolicy {
  readonly path: string;
  /** Path relative to the directory: `eu/health.yaml`. */
  readonly name: string;
  /** Text that changes with every save of the file, its review, its receipts or its proposal. */
  readonly stamp: string;
}

export interface PolicyScan {
  readonly files: readonly FoundPolicy[];
  /** Directories read, the given one first. */
  readonly folders: readonly string[];
  /** Directories of the reviews. */
  readonly reviews: readonly string[];
  /** True if a limit omitted files or directories, or a link is not followed. */
  readonly isCut: boolean;
  /** Reason the directory cannot be read, or null. */
  readonly problem: string | null;
}

/**
 * Lists the policies of a directory and its subdirectories, up to the limits. Unreadable subdirectories count
 * as empty. Never throws.
 * @param reviewOf returns the path of a policy's review
 */
export function scanPolicies(folder: string, reviewOf: (path: string) => string): PolicyScan {
  const { files, folders, skipped, unread, isCut } = walkFolder(folder, limits);
  const problem = unread.get(folder);
  const reviews: string[] = [];
  return {
    files: files.flatMap((path) => {
      const stamp = fileStamp(path);
      if (stamp === null) return [];
      const review = folderStamp(reviewOf(path));
      if (review !== null) reviews.push(reviewOf(path));
      const beside = [receiptsPath(path), proposalPath(path)].map((each) => fileStamp(each) ?? "");
      return { path, name: relative(folder, path), stamp: [stamp, review ?? "", ...beside].join(" ") };
    }),
    folders,
    reviews,
    isCut: isCut || skipped.length > 0,
    problem: problem === undefined ? null : failureReason(problem),
  };
}
