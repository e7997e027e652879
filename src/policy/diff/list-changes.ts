import type { ChangeKind, PolicyChange } from "./change.ts";
import { isReordered, matchByKey } from "./match-clauses.ts";

/** List of names, each a requirement or a participant (more is stronger), and the wording of its changes. */
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

/** Returns the changes of a list: removed names, added names, and a new order of the others. */
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
