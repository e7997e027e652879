import type { JobLogLine, JobRun } from "../../model/job.ts";
import { type Arrangement, paneSize } from "../../tui/layout.ts";
import { viewList, type ListView, type ListModel } from "../../tui/list.ts";
import { createSlice, type AppState } from "../../tui/state/slice.ts";

/** Maximum lines kept of a log. */
const maxLines = 10_000;

/** Rows of column titles above the list. */
export const listHeadRows = 1;
/** Rows of command and notes above the output. */
const outputHeadRows = 2;

/** Output of a run. */
export interface JobLog {
  readonly id: string;
  readonly lines: readonly JobLogLine[];
  /** Number of earlier lines that were dropped. */
  readonly dropped: number;
  /** Index of the first visible line; null while following. */
  readonly top: number | null;
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
  readonly view: ListView;
  /** Log shown instead of the list; null if the list is visible. */
  readonly log: JobLog | null;
  /** True if long lines of the log are wrapped. */
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
  /** Replaces the list. A selected first row stays the first; otherwise the selected run stays selected. */
  jobsLoaded(state, items: readonly JobRun[], nowMs: number): JobsState {
    const { view } = state;
    // The list is polled: an equal result must not cause a redraw.
    if (state.loadedAtMs !== null && JSON.stringify(state.items) === JSON.stringify(items)) {
      return state.unavailable === null ? state : { ...state, unavailable: null };
    }
    const id = state.items[view.selected]?.id;
    const found = view.selected === 0 ? 0 : items.findIndex((run) => run.id === id);
    const selected = found === -1 ? Math.min(view.selected, Math.max(0, items.length - 1)) : found;
    return { ...state, items, loadedAtMs: nowMs, unavailable: null, view: { ...view, selected } };
  },
  logOpened: (state, id: string): JobsState => ({
    ...state,
    log: { id, lines: [], dropped: 0, top: null, complete: false },
  }),
  /** Appends output to the open log if it is that of the run; drops lines over the maximum. */
  appendLog(state, id: string, lines: readonly JobLogLine[], complete: boolean): JobsState {
    const { log } = state;
    if (log?.id !== id) return state;
    const all = [...log.lines, ...lines];
    const over = Math.max(0, all.length - maxLines);
    return {
      ...state,
      log: {
        id,
        lines: over === 0 ? all : all.slice(over),
        dropped: log.dropped + over,
        top: log.top === null ? null : Math.max(0, log.top - over),
        complete,
      },
    };
  },
  /** Pauses a followed log at its last line, or follows a paused one. */
  toggleFollow(state): JobsState {
    const { log } = state;
    if (log === null) return state;
    const lastLine = Math.max(0, log.lines.length - 1);
    return { ...state, log: { ...log, top: log.top === null ? lastLine : null } };
  },
  /** Scrolls the log to a line; scrolling to its last page of `rows` lines follows it. */
  scrollLog(state, top: number, rows: number): JobsState {
    const { log } = state;
    if (log === null) return state;
    const last = lastTop(log, rows);
    const wanted = Math.max(0, Math.min(top, last));
    return { ...state, log: { ...log, top: wanted === last ? null : wanted } };
  },
});
export const { set: setJobs, jobsLoaded, logOpened, appendLog, toggleFollow, scrollLog } = jobsSlice.actions;

/** Returns the index of the first line of the last page of a log. */
export function lastTop({ lines }: JobLog, rows: number): number {
  return Math.max(0, lines.length - rows);
}

export function selectedJob(state: AppState): JobRun | null {
  const { items, view } = jobsSlice.get(state);
  return items[view.selected] ?? null;
}

/** Returns the run of the open log, as last listed; null if it is not listed or no log is open. */
export function shownJob(state: AppState): JobRun | null {
  const { items, log } = jobsSlice.get(state);
  return items.find(({ id }) => id === log?.id) ?? null;
}

/** Panes of the Jobs screen: the list, or the output of one run. */
export const jobsArrangement: Arrangement = {
  id: "jobs",
  layout: (state) => ({ pane: shownPane(state) }),
  focusedPane: shownPane,
};

function shownPane(state: AppState): "list" | "output" {
  return jobsSlice.get(state).log === null ? "list" : "output";
}

/** Returns the rows of the list, without column titles, and of the output, without its header. */
export function jobsRows(state: AppState): { readonly list: number; readonly output: number } {
  return {
    list: Math.max(1, paneSize(state, jobsArrangement, "list").rows - listHeadRows),
    output: Math.max(1, paneSize(state, jobsArrangement, "output").rows - outputHeadRows),
  };
}

/** Returns the model of the open log, otherwise of the list of runs. */
export function jobsList(state: AppState): ListModel {
  const { items, view, log } = jobsSlice.get(state);
  const rows = jobsRows(state);
  if (log === null) return viewList(view, items.length, rows.list, (moved) => setJobs({ view: moved }));
  const last = lastTop(log, rows.output);
  return {
    selected: log.top ?? last,
    count: last + 1,
    rows: rows.output,
    select: (top) => scrollLog(top, rows.output),
  };
}
