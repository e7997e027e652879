import type { JobRun } from "../../model/job.ts";
import { imageText, jobTable } from "../../tables/jobs.ts";
import { memo } from "../../text/memo.ts";
import { shellLine } from "../../text/shell-word.ts";
import { type Arrangement, paneSize, type PaneSplit, type PaneTree } from "../../tui/layout.ts";
import { type ListModel, type ListView, viewList } from "../../tui/list.ts";
import { sortedRows, sortedView, unsortedView } from "../../tui/sorted.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { isFiltered, matchingText, type TextFilter } from "../../tui/text-filter.ts";
import { jobsSlice, setJobs } from "./state.ts";

/** Returns the selected run, or the first visible one, or null. */
export function selectedJob(state: AppState): JobRun | null {
  const listed = listedJobs(state);
  return listed[jobsView(state).selected] ?? null;
}

/** Returns the listed run of the open log; null if unlisted, or without an open log. */
export function shownJob(state: AppState): JobRun | null {
  const { items, log } = jobsSlice.get(state);
  return items.find(({ id }) => id === log?.id) ?? null;
}

/** Returns the run of the focused pane: the output's, otherwise the selected one. */
export function currentJob(state: AppState): JobRun | null {
  const { focus, log } = jobsSlice.get(state);
  return focus === "output" && log !== null ? shownJob(state) : selectedJob(state);
}

/** Minimum columns of a window with the selected run beside the list. */
const besideColumns = 190;

/** Minimum columns of a window with the facts of the run beside its output. */
const bothColumns = 100;

/** Output of the selected run in a narrow window, or its facts while they have the focus. */
const outputOrFacts: PaneTree = {
  direction: "row",
  share: 0.6,
  parts: [
    { pane: "output", minColumns: 58, minRows: 8 },
    { pane: "detail", minColumns: 38, minRows: 8 },
  ],
};

/** Facts and output of the selected run. */
function runPanes(direction: PaneSplit["direction"]): PaneTree {
  return {
    direction,
    share: direction === "row" ? 0.6 : 0.42,
    parts: [
      { pane: "detail", share: 0.36, minColumns: 38, minRows: 12 },
      { pane: "output", share: 0.64, minColumns: 58, minRows: 12 },
    ],
  };
}

/** Panes of the Jobs screen: the list above the selected run, or beside it in a wide window. */
export const jobsArrangement: Arrangement = {
  id: "jobs",
  layout(state, { columns }) {
    if (jobsSlice.get(state).items.length === 0) return { pane: "list" };
    if (columns < besideColumns) {
      const below = columns < bothColumns ? outputOrFacts : runPanes("row");
      return { direction: "column", parts: [{ pane: "list", share: 0.4, minRows: 6 }, below] };
    }
    return {
      direction: "row",
      parts: [{ pane: "list", share: 0.58, minColumns: 68 }, runPanes("column")],
    };
  },
  focusedPane(state) {
    const { focus, items } = jobsSlice.get(state);
    return items.length === 0 ? "list" : focus;
  },
};

/** Returns the rows above the list: the column titles, below the filter if there is one. */
export function listHeadRows(state: AppState): number {
  return isFiltered(jobsSlice.get(state)) ? 2 : 1;
}

/** Returns the model of the list of runs. */
export function jobsList(state: AppState): ListModel {
  const { items } = jobsSlice.get(state);
  const listed = listedJobs(state);
  return viewList(jobsView(state), listed.length, listRows(state), (moved) =>
    setJobs({ view: unsortedView(moved, items, listed) }),
  );
}

/** Returns the runs that the filter shows, in the order of the list. */
export function listedJobs(state: AppState): readonly JobRun[] {
  const jobs = jobsSlice.get(state);
  return sortedRows(state, jobTable, matchingRuns(jobs.items, jobs.filter, jobs.editingFilter));
}

/** Returns the position of the list, in its order. */
export function jobsView(state: AppState): ListView {
  const { items, view } = jobsSlice.get(state);
  return sortedView(view, items, listedJobs(state));
}

/** Returns the rows of the list, without what is above it. */
export function listRows(state: AppState): number {
  return Math.max(1, paneSize(state, jobsArrangement, "list").rows - listHeadRows(state));
}

/** Returns why no run is selected; null if one is. */
export function requireRun(state: AppState): string | null {
  return currentJob(state) === null ? "no run is selected" : null;
}

/** Returns the runs that the filter finds by their ID, state, command, image, webhook or message. */
export const matchingRuns = memo(
  (runs: readonly JobRun[], filter: TextFilter["filter"], editingFilter: boolean): readonly JobRun[] =>
    matchingText(runs, { filter, editingFilter }, searchedText),
);

const searchedText = memo((run: JobRun): string => {
  const { id, stage, command, webhookId, flavor, namespace, message } = run;
  const parts = [id, stage, shellLine(command), imageText(run), flavor, namespace, message];
  return [...parts, webhookId === null ? null : `webhook ${webhookId}`].join("\n").toLowerCase();
});
