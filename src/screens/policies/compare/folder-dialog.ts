import { folderSummary } from "../../../policy-files/folder-summary.ts";
import { type Direction, directions } from "../../../policy/diff/change.ts";
import { changeLines, directionLooks } from "../../../policy/report/change-lines.ts";
import { blank, type Line, line, type Span, span } from "../../../text/line.ts";
import { shellWord } from "../../../text/shell-word.ts";
import { type Visible, v } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { contentColumns } from "../../../tui/dialogs/box.ts";
import { dialogRows, listBox } from "../../../tui/dialogs/list-box.ts";
import { type ListView, viewList } from "../../../tui/list.ts";
import type { Dialog } from "../../../tui/screen.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import type { ListedChange } from "./folder-comparison.ts";

/** List of the policies that differ from a revision. */
export interface FolderChanges {
  readonly kind: "folder-changes";
  readonly revision: string;
  /** The most urgent first. */
  readonly policies: readonly ListedChange[];
  readonly view: ListView;
}

export const folderChangesKind = dialogKind<FolderChanges>("folder-changes");

/** Columns of the counts before the name. */
const countColumns = 12;

/** Returns the selected policy of the open list; null if there is none. */
export function selectedChange(state: AppState): ListedChange | null {
  const open = folderChangesKind.find(state);
  return open?.policies[open.view.selected] ?? null;
}

/** Returns why the selected policy cannot be opened; null if it can. */
export function needsChangedFile(state: AppState): string | null {
  const open = folderChangesKind.find(state);
  const change = selectedChange(state);
  if (open === null || change === null) return "no policy differs";
  if (change.path !== null) return null;
  return `deleted; git checkout ${shellWord(open.revision)} -- ${shellWord(change.name)} restores it`;
}

export const folderDialog: Dialog<FolderChanges> = {
  kind: "folder-changes",
  helpTitle: "Policies that differ",
  hasListKeys: true,
  showsDisabledReason: true,
  copyText: (state) => selectedChange(state)?.name ?? null,
  list: (state, open) =>
    viewList(open.view, open.policies.length, dialogRows(state), (view) =>
      folderChangesKind.put({ ...open, view }),
    ),
  box(state, open) {
    const { isLinear, size } = windowSlice.get(state);
    const width = size.columns;
    const { policies, revision } = open;
    const words =
      policies.length === 0
        ? []
        : wrapWords(span(v`${folderSummary(policies, revision)}`), contentColumns(state, width));
    return listBox(state, {
      title: v`Since ${revision}`,
      head: words.length === 0 ? [] : [...words, blank],
      rows: policies.map(isLinear ? changeSentence : changeRow),
      view: open.view,
      below: changesOf(policies[open.view.selected], contentColumns(state, width)),
      note: selectedChange(state)?.problem === null ? v`` : v`${selectedChange(state)?.problem ?? ""}`,
      empty: v`No policy differs from ${revision}.`,
      width,
    });
  },
};

/** Formats the changes of a policy, weakened ones first. */
function changesOf(policy: ListedChange | undefined, width: number): readonly Line[] {
  const changes = policy?.changes ?? [];
  const lines = directions.flatMap((one) => changes.filter(({ direction }) => direction === one));
  return lines.flatMap((change) => changeLines(change, width));
}

const kindWords = {
  deleted: span(v`deleted`, "error"),
  new: span(v`new`, "accent"),
  text: span(v`= text`),
  unreadable: span(v`✗`, "error"),
} as const;

function changeRow({ kind, name, renamedFrom, counts, problem }: ListedChange): Line {
  const before = renamedFrom === null ? v`` : v` renamed from ${renamedFrom}`;
  const why = problem === null ? v`` : v` cannot be compared: ${problem}`;
  const sign = kind === "changed" || kind === "renamed" ? countSpan(counts) : kindWords[kind];
  return line({ ...sign, text: padded(sign.text) }, span(v`${name}`), span(v`${before}${why}`, "muted"));
}

/** Says a policy to a screen reader: `weak.yaml: 2 weakened, 1 strengthened`. */
function changeSentence({ kind, name, renamedFrom, counts, problem }: ListedChange): Line {
  const numbers = directions
    .filter((direction) => counts[direction] > 0)
    .map((direction) => `${counts[direction]} ${direction}`);
  const words = {
    deleted: "deleted",
    new: "new",
    text: "only its text differs",
    unreadable: `cannot be compared: ${problem ?? ""}`,
    changed: numbers.join(", "),
    renamed: [`renamed from ${renamedFrom ?? ""}`, ...numbers].join(", "),
  }[kind];
  return line(span(v`${name}: ${words}`));
}

/** Draws the numbers of changes: `▼2 ▲1`. */
function countSpan(counts: Readonly<Record<Direction, number>>): Span {
  const found = directions.filter((direction) => counts[direction] > 0);
  const text = v`${found.map((direction) => `${directionLooks[direction].glyph}${counts[direction]}`).join(" ")}`;
  return span(text, found[0] === undefined ? "plain" : directionLooks[found[0]].tone);
}

function padded(text: Visible): Visible {
  return v`${text.padEnd(countColumns)}`;
}
