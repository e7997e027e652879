import { plural } from "../../../text/numbers.ts";
import type { PolicyCheck } from "../../check-document.ts";
import { type Direction, directions, type PolicyChange } from "../../diff/change.ts";
import { comparable } from "../../diff/comparable.ts";
import { type PlacedDiff, placedDiff } from "../../diff/placed-changes.ts";
import { firstError } from "../checked-text.ts";

/** Older version of a policy in git. */
export interface OlderSource {
  /** Name of the revision. */
  readonly revision: string;
  /** Hash of its commit in hex; null if there is none. */
  readonly commit: string | null;
  /** Its check, `none` if the revision lacks the file, or the reason for git's failure. */
  readonly version: PolicyCheck | "none" | { readonly why: string };
  /**
   * Renamed path of the version in the repository, if git finds one.
   * @default null
   */
  readonly renamedFrom?: string | null;
}

/** Changes since an older version, in words. */
export interface ReportedChanges {
  /** `HEAD (3c0e0b1)`. */
  readonly since: string;
  /** Counts of the changes, or the reason for their absence. */
  readonly summary: string;
  /** Sentence about unlisted changes or uncompared values; null for a complete list. */
  readonly note: string | null;
  /** Weakened first, then in the order of the schema. */
  readonly changes: readonly Pick<PolicyChange, "direction" | "text">[];
  /** Changes with their places; null without a comparison. */
  readonly diff: PlacedDiff | null;
}

/** Digits of a shortened hash. Git's own number depends on the clone, but equal sources result in equal reports. */
const shortDigits = 7;

/** Compares a policy with an older version, in the words of `policy diff`. */
export function reportedChanges(
  check: PolicyCheck,
  { revision, commit, version, renamedFrom = null }: OlderSource,
): ReportedChanges {
  const isNamed = commit === null || commit.startsWith(revision);
  const named = isNamed ? revision : `${revision} (${commit.slice(0, shortDigits)})`;
  const since = renamedFrom === null ? named : `${named}, renamed from ${renamedFrom}`;
  const without = (summary: string, note: string) => ({ since, summary, note, changes: [], diff: null });
  const uncompared = (why: string) => without(`not compared with ${since}`, `Not compared: ${why}.`);
  if (version === "none") {
    return without(`new, not in ${since}`, `The policy is new: ${since} does not have it.`);
  }
  if ("why" in version) return uncompared(version.why);
  const faults = [
    ...(check.policy === null ? [`the policy has errors (${firstError(check)})`] : []),
    ...(version.policy === null ? [`${revision} has errors (${firstError(version)})`] : []),
  ].join("; ");
  const both = comparable(version, check);
  if (both === null) return uncompared(faults);
  const diff = placedDiff(both.before, both.after, both.unknown);
  const { changes, counts } = diff;
  const none = `none since ${since}`;
  if (changes.length === 0)
    return faults === "" ? without(none, `None: the policy is as in ${since}.`) : uncompared(faults);
  return {
    since,
    summary: `${countWords(counts, since)}${faults === "" ? "" : "; values with errors are not compared"}`,
    note: faults === "" ? null : `Values with errors are not compared: ${faults}.`,
    changes: directions.flatMap((one) => changes.filter(({ direction }) => direction === one)),
    diff,
  };
}

/** Formats `2 values weaker than in HEAD (3c0e0b1), 1 stronger, 3 others`. */
function countWords(
  { weakened, strengthened, changed }: Readonly<Record<Direction, number>>,
  since: string,
): string {
  const weaker = weakened === 0 ? "no value" : plural(weakened, "value");
  return [
    `${weaker} weaker than in ${since}`,
    ...(strengthened === 0 ? [] : [`${strengthened} stronger`]),
    ...(changed === 0 ? [] : [plural(changed, "other")]),
  ].join(", ");
}
