import type { ChangeKind, PolicyChange } from "./change.ts";
import { isReordered, matchByKey } from "./match-clauses.ts";

/** Compares lists of names that each add a demand or a participant: more is stronger. */
export interface NameList {
  /** JSON Pointer of the list. */
  readonly path: string;
  readonly added: ChangeKind;
  readonly removed: ChangeKind;
  readonly reordered: ChangeKind;
  addedText(name: string): string;
  removedText(name: string): string;
  readonly reorderedText: string;
}

/** Returns added and removed names, and whether the order of the others changed. */
export function listChanges(
  list: NameList,
  before: readonly string[],
  after: readonly string[],
): readonly PolicyChange[] {
  const match = matchByKey(before, after);
  const { path } = list;
  return [
    ...match.removed.map((index): PolicyChange => {
      const text = list.removedText(before[index] ?? "");
      return { kind: list.removed, direction: "weakened", oldPath: `${path}/${index}`, newPath: null, text };
    }),
    ...match.added.map((index): PolicyChange => {
      const text = list.addedText(after[index] ?? "");
      return {
        kind: list.added,
        direction: "strengthened",
        oldPath: null,
        newPath: `${path}/${index}`,
        text,
      };
    }),
    ...(isReordered(match)
      ? [
          {
            kind: list.reordered,
            direction: "changed",
            oldPath: path,
            newPath: path,
            text: list.reorderedText,
          } as const,
        ]
      : []),
  ];
}
