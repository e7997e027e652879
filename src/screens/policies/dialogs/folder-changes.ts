import type { ListedChange } from "../../../policy-service/folder-comparison.ts";
import { directions } from "../../../policy/diff/change.ts";
import { changeLines } from "../../../policy/report/change-lines.ts";
import { folderSummary } from "../../../policy/report/compared-policies.ts";
import { signs } from "../../../policy/signs.ts";
import { changesSpan, changesWords } from "../../../tables/policies.ts";
import { blank, type Line, line, span } from "../../../text/line.ts";
import { type Visible, v } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { contentColumns } from "../../../tui/dialogs/box.ts";
import { dialogRows, listBox } from "../../../tui/dialogs/list-box.ts";
import { viewList } from "../../../tui/list.ts";
import type { Dialog } from "../../../tui/records/screen.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import type { FolderChanges } from "../select/policies-state.ts";
import { deletedText } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";

export const folderChangesKind = dialogKind<FolderChanges>("folder-changes");

/** Columns of the counts before the name. */
const countColumns = 12;

/** Returns the selected policy of the open list; null if there is none. */
export function selectedDifference(state: AppState): ListedChange | null {
  const open = folderChangesKind.find(state);
  return open?.policies[open.view.selected] ?? null;
}

/** Returns the reason why the selected policy cannot be opened, or null. */
export function requireChangedFile(state: AppState): string | null {
  const open = folderChangesKind.find(state);
  const change = selectedDifference(state);
  if (open === null || change === null) return "no policy differs";
  return change.path === null ? deletedText(change, open.revision) : null;
}

/** Returns the reason why the revision cannot be the baseline, or null. */
export function requireOtherBaseline(state: AppState): string | null {
  const { baseline } = policiesSlice.get(state);
  const isSame = folderChangesKind.find(state)?.revision === baseline;
  return isSame ? `the list is compared with ${baseline}` : null;
}

export const folderDialog: Dialog<FolderChanges> = {
  kind: "folder-changes",
  helpTitle: "Policies that differ",
  hasListKeys: true,
  showsDisabledReason: true,
  copyText: (state) => selectedDifference(state)?.name ?? null,
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
      note: v`${selectedDifference(state)?.problem ?? ""}`,
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
  text: span(v`${signs.changed} text`),
  unreadable: span(signs.error, "error"),
} as const;

function changeRow({ kind, name, renamedFrom, counts, problem }: ListedChange): Line {
  const before = renamedFrom === null ? v`` : v` renamed from ${renamedFrom}`;
  const why =
    problem === null
      ? v``
      : kind === "unreadable"
        ? v` cannot be compared: ${problem}`
        : v` values with errors are not compared: ${problem}`;
  const sign = kind === "changed" || kind === "renamed" ? changesSpan(counts) : kindWords[kind];
  return line({ ...sign, text: padded(sign.text) }, span(v`${name}`), span(v`${before}${why}`, "muted"));
}

/** Says a policy to a screen reader: `weak.yaml: 2 weakened, 1 strengthened`. */
function changeSentence({ kind, name, renamedFrom, counts, problem }: ListedChange): Line {
  const numbers = changesWords(counts);
  const words = {
    deleted: "deleted",
    new: "new",
    text: "only its text differs",
    unreadable: `cannot be compared: ${problem ?? ""}`,
    changed: numbers,
    renamed: [`renamed from ${renamedFrom ?? ""}`, ...(numbers === "" ? [] : [numbers])].join(", "),
  }[kind];
  const errors = problem === null || kind === "unreadable" ? "" : "; values with errors are not compared";
  return line(span(v`${name}: ${words}${errors}`));
}

function padded(text: Visible): Visible {
  return v`${text.padEnd(countColumns)}`;
}
