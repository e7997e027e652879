import { count, plural } from "../../text/numbers.ts";
import { type Direction, directions, type PolicyChange } from "../diff/change.ts";
import { changeCounts } from "./change-lines.ts";

/** Policy that differs from another version. */
export interface ComparedPolicy {
  /** Name of the older version, `REVISION:PATH` in git; null for a new policy. */
  readonly old: string | null;
  /** Path; null for a deleted policy. */
  readonly new: string | null;
  readonly kind: "deleted" | "changed" | "renamed" | "new" | "text" | "unreadable";
  /** True if something is weakened, or the policy is deleted. */
  readonly weakened: boolean;
  readonly changes: readonly PolicyChange[];
  /** Reason why the policy, or some of its values, cannot be compared; null without one. */
  readonly problem: string | null;
}

/** Policy that differs from another version, with the numbers of its changes. */
export interface CountedChange extends Pick<ComparedPolicy, "kind" | "weakened"> {
  readonly counts: Readonly<Record<Direction, number>>;
}

/** Formats `3 policies differ from v1.0: 1 weakened, 1 deleted, 1 new; 4 changes: 1 weakened, 3 changed`. */
export function folderSummary(policies: readonly CountedChange[], revision: string): string {
  const of = (kind: ComparedPolicy["kind"]) => policies.filter((policy) => policy.kind === kind).length;
  const counts: readonly (readonly [number, string])[] = [
    [policies.filter(({ weakened, kind }) => weakened && kind !== "deleted").length, "weakened"],
    [of("deleted"), "deleted"],
    [of("renamed"), "renamed"],
    [of("new"), "new"],
    [of("text"), "text only"],
    [of("unreadable"), "not comparable"],
  ];
  const words = counts.filter(([number]) => number > 0).map(([number, word]) => `${count(number)} ${word}`);
  const differ =
    policies.length === 1 ? "1 policy differs" : `${plural(policies.length, "policy", "policies")} differ`;
  const total = (direction: Direction) =>
    policies.reduce((sum, { counts: numbers }) => sum + numbers[direction], 0);
  const all = { weakened: total("weakened"), strengthened: total("strengthened"), changed: total("changed") };
  return [
    `${differ} from ${revision}${words.length === 0 ? "" : `: ${words.join(", ")}`}`,
    ...(directions.every((direction) => all[direction] === 0) ? [] : [changeCounts(all)]),
  ].join("; ");
}
