import { type CauseExample, causeTerms, type FailureCause } from "../../../model/failure-cause.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import type { Filter } from "../../../model/filter.ts";
import type { Matching } from "../../../store/selection.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { timeAgo } from "../../../text/relative-time.ts";
import { padStart } from "../../../text/truncate.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { dialogRows, listBox, listBoxColumns } from "../../../tui/dialogs/list-box.ts";
import { type ListView, viewList } from "../../../tui/list.ts";
import type { Dialog } from "../../../tui/records/screen.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import { savedFiltersSlice } from "../../saved-filters.ts";
import { narrowedBy } from "../filter/terms.ts";

/** List of the causes of failures. */
export interface CausesList {
  readonly kind: "causes";
  /** Filter of the list behind it. */
  readonly filter: Filter;
  /** Null until they are read. */
  readonly causes: readonly FailureCause[] | null;
  readonly view: ListView;
}

export const causesKind = dialogKind<CausesList>("causes");

function selectedCause(state: AppState): FailureCause | null {
  const open = causesKind.find(state);
  return open?.causes?.[open.view.selected] ?? null;
}

/** Failures with a cause, counted. */
export interface CountedFailures extends Matching {
  readonly count: number;
}

/** Returns the failures with the selected cause, without later ones; null if nothing is selected. */
export function selectedFailures(state: AppState): CountedFailures | null {
  const open = causesKind.find(state);
  const chosen = selectedCause(state);
  if (open === null || chosen === null) return null;
  const text = narrowedBy(open.filter.text, causeTerms(chosen.cause));
  const filter = parseFilter(text, windowSlice.get(state).nowMs, savedFiltersSlice.get(state).filters);
  return { filter, untilSeq: chosen.newest.seq, count: chosen.count };
}

export const causesDialog: Dialog<CausesList> = {
  kind: "causes",
  helpTitle: "Causes of failures",
  hasListKeys: true,
  showsDisabledReason: true,
  list: (state, open) =>
    viewList(open.view, open.causes?.length ?? 0, dialogRows(state), (view) =>
      causesKind.put({ ...open, view }),
    ),
  box(state, { filter, causes, view }) {
    const all = causes ?? [];
    const widest = count(Math.max(0, ...all.map((one) => one.count))).length;
    const chosen = all[view.selected];
    return listBox(state, {
      title: filter.terms.length === 0 ? v`Causes of failures` : v`Causes of matching failures`,
      rows: all.map((one) =>
        line(span(v`${padStart(count(one.count), widest)} `, "accent"), span(causeText(one))),
      ),
      view,
      empty: causes === null ? v`Loading the causes…` : v`No failure matches the filter.`,
      below: chosen === undefined ? [] : exampleLines(state, chosen),
    });
  },
};

function causeText({ cause }: FailureCause): Visible {
  return cause === null ? v`no reason stored` : visible(cause);
}

/** Draws the newest failure with its reason, and the oldest one. */
function exampleLines(state: AppState, { count: failures, newest, oldest }: FailureCause): readonly Line[] {
  const { nowMs } = windowSlice.get(state);
  const when = ({ seq, receivedAt }: CauseExample) => v`#${seq}, ${timeAgo(Date.parse(receivedAt), nowMs)}`;
  const first = failures === 1 ? v`` : v`, first ${when(oldest)}`;
  return [
    line(span(v`last ${when(newest)}${first}`, "muted")),
    ...(newest.reason === null ? [] : wrapWords(span(visible(newest.reason)), listBoxColumns(state))),
  ];
}
