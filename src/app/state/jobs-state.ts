import type { JobLogLine, JobRun } from "../../model/job.ts";
import type { ListView } from "../list.ts";
import type { AppState } from "./app-state.ts";

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

export const initialJobs: JobsState = {
  items: [],
  loadedAtMs: null,
  unavailable: null,
  view: { selected: 0, top: 0 },
  log: null,
  wrap: true,
};

export function selectedJob({ jobs }: AppState): JobRun | null {
  return jobs.items[jobs.view.selected] ?? null;
}

/** Returns the run of the open log, as last listed. */
export function shownJob({ jobs }: AppState): JobRun | null {
  return jobs.items.find(({ id }) => id === jobs.log?.id) ?? null;
}

export const withJobs =
  (change: Partial<JobsState>) =>
  (state: AppState): AppState => ({ ...state, jobs: { ...state.jobs, ...change } });

/** Updates the list. The selected run stays selected, except that the first row stays the first. */
export const jobsLoaded =
  (items: readonly JobRun[], nowMs: number) =>
  (state: AppState): AppState => {
    const known = state.jobs;
    // Polled every second or so: equal results must not cause a redraw.
    if (known.loadedAtMs !== null && JSON.stringify(known.items) === JSON.stringify(items)) return state;
    const id = selectedJob(state)?.id;
    const found = known.view.selected === 0 ? 0 : items.findIndex((run) => run.id === id);
    const selected = found === -1 ? Math.min(known.view.selected, Math.max(0, items.length - 1)) : found;
    return withJobs({ items, loadedAtMs: nowMs, unavailable: null, view: { ...known.view, selected } })(
      state,
    );
  };

export const logOpened = (id: string): ((state: AppState) => AppState) =>
  withJobs({ log: { id, lines: [], dropped: 0, top: null, complete: false } });

/** Appends output to its log. */
export const appendLog =
  (id: string, lines: readonly JobLogLine[], complete: boolean) =>
  (state: AppState): AppState => {
    const { log } = state.jobs;
    if (log?.id !== id) return state;
    const all = [...log.lines, ...lines];
    const over = Math.max(0, all.length - maxLines);
    return withJobs({
      log: {
        id,
        lines: over === 0 ? all : all.slice(over),
        dropped: log.dropped + over,
        top: log.top === null ? null : Math.max(0, log.top - over),
        complete,
      },
    })(state);
  };

/** Scrolls the log; its last page follows again. */
export const scrollLog =
  (rows: number, move: (top: number, count: number) => number) =>
  (state: AppState): AppState => {
    const { log } = state.jobs;
    if (log === null) return state;
    const last = Math.max(0, log.lines.length - rows);
    const wanted = Math.max(0, Math.min(move(log.top ?? last, last + 1), last));
    return withJobs({ log: { ...log, top: wanted === last ? null : wanted } })(state);
  };
