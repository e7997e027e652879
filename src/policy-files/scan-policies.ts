import { type Dirent, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { failureReason } from "./failure-reason.ts";
import { isPolicyName } from "./find-policies.ts";

/** So many policies of a folder are listed, and as many folders looked through: a person may well give the wrong one. */
const most = { files: 1_000, folders: 1_000 };

/** A policy's file as a folder has it. */
export interface FoundPolicy {
  readonly path: string;
  /** From the folder on: `eu/health.yaml`. */
  readonly name: string;
  /** Another one after every change of the file or of its review. */
  readonly stamp: string;
}

export interface PolicyScan {
  readonly files: readonly FoundPolicy[];
  /** All that were looked through, the one that was asked for first. */
  readonly folders: readonly string[];
  /** Whether there is more than is listed. */
  readonly isCut: boolean;
  /** Why the folder cannot be read; null: it can. */
  readonly problem: string | null;
}

/**
 * The policies of a folder and the folders in it, as `findPolicies` has them; a folder that cannot be read has none. Never throws.
 * @param reviewOf where the review of a policy is
 */
export function scanPolicies(folder: string, reviewOf: (path: string) => string): PolicyScan {
  const files: FoundPolicy[] = [];
  const folders: string[] = [];
  const waiting = [folder];
  let problem: string | null = null;
  let isCut = false;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    folders.push(next);
    let entries: readonly Dirent[] = [];
    try {
      entries = readdirSync(next, { withFileTypes: true });
    } catch (error) {
      if (next === folder) problem = failureReason(error);
    }
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) {
        const isPassedOver = entry.name.startsWith(".") || entry.name === "node_modules";
        if (!isPassedOver && folders.length + waiting.length < most.folders) waiting.push(path);
        else isCut ||= !isPassedOver;
      } else if (isPolicyName(entry.name)) {
        const stamp = stampOf(path);
        if (stamp === null) continue;
        if (files.length >= most.files) isCut = true;
        else {
          const name = relative(folder, path);
          files.push({ path, name, stamp: `${stamp} ${stampOf(reviewOf(path)) ?? ""}` });
        }
      }
    }
  }
  return { files, folders, isCut, problem };
}

/** Null: no file stands there, or one that nobody may look at. */
function stampOf(path: string): string | null {
  try {
    const stats = statSync(path, { bigint: true });
    return stats.isFile() ? `${stats.mtimeNs} ${stats.ctimeNs} ${stats.size} ${stats.ino}` : null;
  } catch {
    // A link to nothing, or gone since it was listed.
    return null;
  }
}
