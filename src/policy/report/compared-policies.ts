import { type Direction, directions } from "../diff/change.ts";
import { changeCounts } from "./change-lines.ts";
import { count, plural } from "../../text/numbers.ts";
import type { FolderChange } from "../../policy-files/folder-changes.ts";

/** Policy of a directory that differs from a revision, with the numbers of its changes. */
export interface CountedChange extends Pick<FolderChange, "kind" | "weakened"> {
  readonly counts: Readonly<Record<Direction, number>>;
}

/** Formats `3 policies differ from v1.0: 1 weakened, 1 deleted, 1 new; 4 changes: 1 weakened, 3 changed`. */
export function folderSummary(policies: readonly CountedChange[], revision: string): string {
  const of = (kind: FolderChange["kind"]) => policies.filter((policy) => policy.kind === kind).length;
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
