import type { JobLogLine, JobRun } from "../../model/job.ts";
import { jobTable } from "../../tables/jobs.ts";
import type { Line } from "../../text/line.ts";
import { type Arrangement, paneSize, type PaneTree } from "../../tui/layout.ts";
import { viewList, type ListView, type ListModel } from "../../tui/list.ts";
import { sortedRows, sortedView, unsortedView } from "../../tui/sorted.ts";
import { shownZone } from "../../tui/state/preferences.ts";
import { createSlice, type AppState } from "../../tui/state/slice.ts";
import { fitHead } from "../../tui/viewer/head.ts";
import type { PaneViewer } from "../../tui/viewer/pane-viewer.ts";
import { afterDropped, initialViewer, type ViewerState } from "../../tui/viewer/state.ts";
import { outputContent } from "./output-content.ts";
import { outputHead } from "./output-head.ts";

/** Maximum lines kept of a log. */
const maxLines = 300_000;
/** Lines that are left when lines are dropped, many at once, because the other lines are then searched again. */
const keptLines = 270_000;

/** Rows of column titles above the list. */
export const listHeadRows = 1;

/** Output of a run. */
export interface JobLog {
  readonly id: string;
  readonly lines: readonly JobLogLine[];
  /** Number of earlier lines that were dropped. */
  readonly dropped: number;
  /** Position in the lines, at their end while following. */
  readonly viewer: ViewerState;
  /** True if no more output follows: the run has ended, or the connection was lost. */
  readonly complete: boolean;
}

export interface JobsState {
  /** Runs, newest first; kept while the hub is unreachable. */
  readonly items: readonly JobRun[];
  /** Time at which the list last changed; null until it is loaded. */
  readonly loadedAtMs: number | null;
  /** Reason why the hub listed no runs; null if none is known. */
  readonly unavailable: string | null;
  /** Index of the selected run in `items`, and the first visible row of the list. */
  readonly view: ListView;
  /** Log shown instead of the list; null if the list is visible. */
  readonly log: JobLog | null;
  /** True if long lines of an opened log are wrapped. */
  readonly wrap: boolean;
}

const initialJobs: JobsState = {
  items: [],
  loadedAtMs: null,
  unavailable: null,
  view: { selected: 0, top: 0 },
  log: null,
  wrap: true,
};

/** State of the Jobs screen. */
export const jobsSlice = createSlice("jobs", initialJobs, {
  /**
   * Replaces the list; the selected run stays selected.
   * @param isNewestFirst true if a selected newest run gives way to a newer one
   */
  jobsLoaded(state, items: readonly JobRun[], nowMs: number, isNewestFirst = true): JobsState {
    const { view } = state;
    // The list is polled: an equal result must not cause a redraw.
    if (state.loadedAtMs !== null && JSON.stringify(state.items) === JSON.stringify(items)) {
      return state.unavailable === null ? state : { ...state, unavailable: null };
    }
    const id = state.items[view.selected]?.id;
    const found = isNewestFirst && view.selected === 0 ? 0 : items.findIndex((run) => run.id === id);
    const selected = found === -1 ? Math.min(view.selected, Math.max(0, items.length - 1)) : found;
    return { ...state, items, loadedAtMs: nowMs, unavailable: null, view: { ...view, selected } };
  },
  logOpened: (state, id: string): JobsState => ({
    ...state,
    log: {
      id,
      lines: [],
      dropped: 0,
      viewer: { ...initialViewer, wrap: state.wrap, following: true },
      complete: false,
    },
  }),
  /** Appends output to the open log if it is that of the run; drops lines over the maximum. */
  appendLog(state, id: string, lines: readonly JobLogLine[], complete: boolean): JobsState {
    const { log } = state;
    if (log?.id !== id) return state;
    const all = [...log.lines, ...lines];
    const over = all.length > maxLines ? all.length - keptLines : 0;
    return {
      ...state,
      log: {
        id,
        lines: over === 0 ? all : all.slice(over),
        dropped: log.dropped + over,
        viewer: afterDropped(log.viewer, over),
        complete,
      },
    };
  },
  /** Moves in the open log. */
  viewLog(state, viewer: ViewerState): JobsState {
    const { log } = state;
    return log === null ? state : { ...state, log: { ...log, viewer }, wrap: viewer.wrap };
  },
});
export const { set: setJobs, jobsLoaded, logOpened, appendLog, viewLog } = jobsSlice.actions;

export function selectedJob(state: AppState): JobRun | null {
  const { items, view } = jobsSlice.get(state);
  return items[view.selected] ?? null;
}

/** Returns the run of the open log, as last listed; null if it is not listed or no log is open. */
export function shownJob(state: AppState): JobRun | null {
  const { items, log } = jobsSlice.get(state);
  return items.find(({ id }) => id === log?.id) ?? null;
}

/** The list keeps room for its usual columns, because the facts only add to them. */
const runBesideFacts: PaneTree = {
  direction: "row",
  parts: [
    { pane: "list", share: 0.64, minColumns: 92 },
    { pane: "detail", share: 0.36, minColumns: 40 },
  ],
};

/** Panes of the Jobs screen: the list beside the facts of the selected run, or the output of one run. */
export const jobsArrangement: Arrangement = {
  id: "jobs",
  layout(state) {
    const { log, items } = jobsSlice.get(state);
    if (log !== null) return { pane: "output" };
    return items.length === 0 ? { pane: "list" } : runBesideFacts;
  },
  focusedPane: (state) => (jobsSlice.get(state).log === null ? "list" : "output"),
};

/** Returns the rows of the list, without column titles, and of the output, without its header. */
export function jobsRows(state: AppState): { readonly list: number; readonly output: number } {
  return {
    list: Math.max(1, paneSize(state, jobsArrangement, "list").rows - listHeadRows),
    output: Math.max(1, paneSize(state, jobsArrangement, "output").rows - outputHeadLines(state).length),
  };
}

/** Returns the lines above the output of the open log. */
export function outputHeadLines(state: AppState): readonly Line[] {
  const dropped = jobsSlice.get(state).log?.dropped ?? 0;
  return fitHead(outputHead(shownJob(state), dropped), paneSize(state, jobsArrangement, "output"));
}

/** Returns the model of the list of runs; null while a log is open. */
export function jobsList(state: AppState): ListModel | null {
  const { items, log } = jobsSlice.get(state);
  if (log !== null) return null;
  const listed = listedJobs(state);
  return viewList(jobsView(state), items.length, jobsRows(state).list, (moved) =>
    setJobs({ view: unsortedView(moved, items, listed) }),
  );
}

/** Returns the runs in the order of the list. */
export function listedJobs(state: AppState): readonly JobRun[] {
  return sortedRows(state, jobTable, jobsSlice.get(state).items);
}

/** Returns the position of the list, in its order. */
export function jobsView(state: AppState): ListView {
  const { items, view } = jobsSlice.get(state);
  return sortedView(view, items, listedJobs(state));
}

/** Returns the viewer of the open log; null if none is open. */
export function logViewer(state: AppState): PaneViewer | null {
  const { log } = jobsSlice.get(state);
  if (log === null) return null;
  const { columns } = paneSize(state, jobsArrangement, "output");
  return {
    state: log.viewer,
    content: outputContent(log.lines, shownZone(state)),
    size: { columns, rows: jobsRows(state).output },
    y: outputHeadLines(state).length,
    put: viewLog,
  };
}
