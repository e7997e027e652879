import { duration, wholeSeconds } from "../../../text/duration.ts";
import { blank, type Line, line, span } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { progressBar } from "../../../tui/components/progress-bar.ts";
import { box, contentColumns, dialogColumns } from "../../../tui/dialogs/box.ts";
import { act } from "../../../tui/records/acts.ts";
import type { Dialog } from "../../../tui/records/screen.ts";
import { closeDialog, dialogKind } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import type { DeliveriesCommand } from "../running.ts";
import { addMarks, clearMarks } from "../state/marks.ts";
import { doneCount, maxFailedSeqs, type Work, workSlice } from "../state/work.ts";
import { countsText, endText, leftCount, rateText } from "./work-text.ts";

/** Dialog with the progress and the result of work on many deliveries, which are in the state. */
export interface WorkDialog {
  readonly kind: "work";
}

const workKind = dialogKind<WorkDialog>("work");

export const workDialog: Dialog<WorkDialog> = {
  kind: "work",
  helpTitle: "Progress of replay and export",
  showsDisabledReason: true,
  box(state) {
    const { work } = workSlice.get(state);
    const width = contentColumns(state, dialogColumns);
    return box(state, {
      title: work?.kind === "export" ? v`Export` : v`Replay`,
      lines: work === null ? [] : workLines(work, width, windowSlice.get(state).isLinear),
      cursor: null,
      width: dialogColumns,
    });
  },
};

function workLines(work: Work, width: number, isLinear: boolean): readonly Line[] {
  if (work.ended !== null) return wrapWords(span(visible(endText(work)), toneOfEnd(work)), width);
  const { kind, where, total } = work;
  const verb = kind === "replay" ? v`Replaying` : v`Exporting`;
  const many = total === null ? v`deliveries` : plural(total, "delivery", "deliveries");
  const to = kind === "replay" ? where : `to ${where}`;
  return [
    ...wrapWords(span(v`${verb} ${many} ${to}`), width),
    ...(total === null || isLinear
      ? []
      : [line(...progressBar(doneCount(work) / Math.max(1, total), width))]),
    ...wrapWords(span(countsText(work)), width),
    ...(work.perSecond === 0
      ? []
      : [blank, ...wrapWords(span(v`${rateText(work)}${restText(work)}`, "muted"), width)]),
  ];
}

function restText(work: Work): Visible {
  const left = leftCount(work);
  return left === null || work.perSecond === 0
    ? v``
    : v`, about ${duration(wholeSeconds((left * 1_000) / work.perSecond))} left`;
}

function toneOfEnd({ failed, ended }: Work) {
  return failed > 0 || (ended !== null && ended.error !== null) ? "error" : "plain";
}

const requireWork = (state: AppState): string | null =>
  workSlice.get(state).work === null ? "nothing was replayed or exported yet" : null;

/** Explains why failed replays cannot be shown or marked. */
function requireFailures(state: AppState): string | null {
  const { work } = workSlice.get(state);
  return work === null || work.failed === 0 ? "nothing failed" : null;
}

/** Returns why no work can start; null if none is running. */
export function requireIdle(state: AppState): string | null {
  const { work } = workSlice.get(state);
  return work === null || work.ended !== null
    ? null
    : `${work.kind === "replay" ? "a replay" : "an export"} is running`;
}

/** Commands that show, cancel and follow up work on many deliveries. */
export const workCommands: readonly DeliveriesCommand[] = [
  {
    id: "deliveries.work",
    scope: "deliveries",
    ...act("goProgress"),
    title: "Show progress of replay, export",
    disabledReason: requireWork,
    run: ({ store }) => store.dispatch(workKind.open({ kind: "work" })),
  },
  {
    id: "work.cancel",
    scope: "work",
    ...act("delete"),
    title: "Cancel the running work",
    footerLabel: "cancel it",
    disabledReason: (state) => (requireIdle(state) === null ? "nothing is running" : null),
    run: ({ running }) => running.cancelWork(),
  },
  {
    id: "work.show-failed",
    scope: "work",
    ...act("next"),
    title: "Show the failed replays",
    footerLabel: "show failed",
    disabledReason: requireFailures,
    run({ store, run }) {
      const { work } = workSlice.get(store.get());
      if (work === null) return;
      store.dispatch(closeDialog());
      const since = new Date(work.startedMs).toISOString();
      run("deliveries.show-matching", `is:replay is:failed since:${since}`);
    },
  },
  {
    id: "work.mark-failed",
    scope: "work",
    ...act("mark"),
    title: "Mark deliveries with failed replays",
    footerLabel: "mark failed",
    disabledReason: (state) =>
      requireFailures(state) ??
      ((workSlice.get(state).work?.failed ?? 0) > maxFailedSeqs
        ? `more than ${count(maxFailedSeqs)} failed; show them instead`
        : null),
    run({ store }) {
      const { work } = workSlice.get(store.get());
      if (work === null) return;
      store.batch(() => {
        store.dispatch(closeDialog());
        store.dispatch(clearMarks());
        store.dispatch(addMarks(work.failedSeqs));
      });
    },
  },
  {
    id: "work.close",
    scope: "work",
    ...act("back", "leave", "open"),
    title: "Close the progress",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
