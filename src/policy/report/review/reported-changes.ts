import { plural } from "../../../text/numbers.ts";
import type { PolicyCheck } from "../../check-document.ts";
import { type Direction, directions, type PolicyChange } from "../../diff/change.ts";
import { type PlacedDiff, placedDiff } from "../../diff/placed-changes.ts";
import type { Policy } from "../../policy.ts";
import { firstError } from "../checked-text.ts";

/** Older version of a policy in git. */
export interface OlderSource {
  /** Name of the revision. */
  readonly revision: string;
  /** Hash of its commit in hex; null if there is none. */
  readonly commit: string | null;
  /** The policy in it, `none` if the revision does not have the file, or the reason that it cannot be compared. */
  readonly version: Policy | "none" | { readonly why: string };
  /** Path of the version in the repository, if git finds that it was renamed. @default null */
  readonly renamedFrom?: string | null;
}

/** Changes since an older version, in words. */
export interface ReportedChanges {
  /** `HEAD (3c0e0b1)`. */
  readonly since: string;
  /** Counts of the changes, or else why there are none. */
  readonly summary: string;
  /** Reason that no change is listed; null if there are some. */
  readonly none: string | null;
  /** Weakened first, then in the order of the schema. */
  readonly changes: readonly Pick<PolicyChange, "direction" | "text">[];
  /** Changes with their places; null if the versions were not compared. */
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
  const without = (summary: string, none: string) => ({
    since,
    summary,
    none,
    changes: [],
    diff: null,
  });
  const uncompared = (why: string) => without(`not compared with ${since}`, `Not compared: ${why}.`);
  if (version === "none") {
    return without(`new, not in ${since}`, `The policy is new: ${since} does not have it.`);
  }
  if ("why" in version) return uncompared(version.why);
  if (check.policy === null) return uncompared(`the policy has errors (${firstError(check)})`);
  const diff = placedDiff(version, check.policy);
  const { changes, counts } = diff;
  if (changes.length === 0) return without(`none since ${since}`, `None: the policy is as in ${since}.`);
  return {
    since,
    summary: countWords(counts, since),
    none: null,
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
