import type { JobLogLine, JobRun } from "../../model/job.ts";
import { paneLayout, type PaneLayout } from "../../tui/layout.ts";
import { viewList, type ListView, type ListModel } from "../../tui/list.ts";
import { createSlice, type AppState } from "../../tui/state/slice.ts";

/** Maximum lines of a log kept. */
const maxLines = 10_000;

/** Output of a run. */
export interface JobLog {
  readonly id: string;
  readonly lines: readonly JobLogLine[];
  /** Number of lines before the kept ones. */
  readonly dropped: number;
  /** First visible line; null while following. */
  readonly top: number | null;
  /** True if no more output follows: the run has ended, or the connection was lost. */
  readonly complete: boolean;
}

export interface JobsState {
  /** Newest first; kept while the hub is unreachable. */
  readonly items: readonly JobRun[];
  readonly loadedAtMs: number | null;
  /** Why the hub has no Jobs; null if it has, or is not known to lack them. */
  readonly unavailable: string | null;
  readonly view: ListView;
  /** Log shown over the list; null if the list is visible. */
  readonly log: JobLog | null;
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
  /** Updates the list. The selected run stays selected, except that the first row stays the first. */
  jobsLoaded(state, items: readonly JobRun[], nowMs: number): JobsState {
    const { view } = state;
    // Polled every second or so: equal results must not cause a redraw.
    if (state.loadedAtMs !== null && JSON.stringify(state.items) === JSON.stringify(items)) return state;
    const id = state.items[view.selected]?.id;
    const found = view.selected === 0 ? 0 : items.findIndex((run) => run.id === id);
    const selected = found === -1 ? Math.min(view.selected, Math.max(0, items.length - 1)) : found;
    return { ...state, items, loadedAtMs: nowMs, unavailable: null, view: { ...view, selected } };
  },
  logOpened: (state, id: string): JobsState => ({
    ...state,
    log: { id, lines: [], dropped: 0, top: null, complete: false },
  }),
  /** Appends output to its log. */
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
  /** Follows the log, or pauses at its last line. */
  toggleFollow(state): JobsState {
    const { log } = state;
    if (log === null) return state;
    const lastLine = Math.max(0, log.lines.length - 1);
    return { ...state, log: { ...log, top: log.top === null ? lastLine : null } };
  },
  /** Scrolls the log to a line; its last page of `rows` lines follows again. */
  scrollLog(state, top: number, rows: number): JobsState {
    const { log } = state;
    if (log === null) return state;
    const last = lastTop(log, rows);
    const wanted = Math.max(0, Math.min(top, last));
    return { ...state, log: { ...log, top: wanted === last ? null : wanted } };
  },
});
export const { set: setJobs, jobsLoaded, logOpened, appendLog, toggleFollow, scrollLog } = jobsSlice.actions;

/** Returns the first line of the last page of a log. */
export function lastTop({ lines }: JobLog, rows: number): number {
  return Math.max(0, lines.length - rows);
}

export function selectedJob(state: AppState): JobRun | null {
  const { items, view } = jobsSlice.get(state);
  return items[view.selected] ?? null;
}

/** Returns the run of the open log, as last listed. */
export function shownJob(state: AppState): JobRun | null {
  const { items, log } = jobsSlice.get(state);
  return items.find(({ id }) => id === log?.id) ?? null;
}

export function jobsLayout(state: AppState): PaneLayout {
  return paneLayout(state, { list: 1, detail: 0, header: { max: 2, min: 2 } });
}

/** Returns the list of runs, or the open log. */
export function jobsList(state: AppState): ListModel {
  const { items, view, log } = jobsSlice.get(state);
  const { listRows, detailRows } = jobsLayout(state);
  if (log === null) return viewList(view, items.length, listRows, (moved) => setJobs({ view: moved }));
  const last = lastTop(log, detailRows);
  return {
    selected: log.top ?? last,
    count: last + 1,
    rows: listRows,
    select: (top) => scrollLog(top, detailRows),
  };
}
