import type { JobLogLine, JobRun } from "../../model/job.ts";
import type { ListView } from "../list.ts";
import type { AppState } from "./app-state.ts";

/** So many lines of a log are held; the hub has all it kept. */
const heldLines = 10_000;

/** The output of one run, as far as it has come. */
export interface JobLog {
  readonly id: string;
  readonly lines: readonly JobLogLine[];
  /** Lines that came before those held. */
  readonly dropped: number;
  /** The first line drawn; null: the end is followed. */
  readonly top: number | null;
  /** Nothing more comes: the run has ended, or the hub was lost. */
  readonly complete: boolean;
}

export interface JobsState {
  /** Newest first; what was last seen stays while the hub cannot be reached. */
  readonly items: readonly JobRun[];
  readonly loadedAtMs: number | null;
  /** Why this hub runs no Jobs; null: it does, as far as known. */
  readonly unavailable: string | null;
  readonly view: ListView;
  /** Drawn over the list; null: the list is seen. */
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

/** The run whose log is shown, as last listed. */
export function shownJob({ jobs }: AppState): JobRun | null {
  return jobs.items.find(({ id }) => id === jobs.log?.id) ?? null;
}

export const withJobs =
  (change: Partial<JobsState>) =>
  (state: AppState): AppState => ({ ...state, jobs: { ...state.jobs, ...change } });

/** Takes in what the hub lists; the selection stays on its run, unless it is on the newest, where it stays on the newest. */
export const listedJobs =
  (items: readonly JobRun[], nowMs: number) =>
  (state: AppState): AppState => {
    const known = state.jobs;
    // Asked every second or so: an answer that says nothing new must not draw anything.
    if (known.loadedAtMs !== null && JSON.stringify(known.items) === JSON.stringify(items)) return state;
    const id = selectedJob(state)?.id;
    const found = known.view.selected === 0 ? 0 : items.findIndex((run) => run.id === id);
    const selected = found === -1 ? Math.min(known.view.selected, Math.max(0, items.length - 1)) : found;
    return withJobs({ items, loadedAtMs: nowMs, unavailable: null, view: { ...known.view, selected } })(
      state,
    );
  };

export const openedLog = (id: string): ((state: AppState) => AppState) =>
  withJobs({ log: { id, lines: [], dropped: 0, top: null, complete: false } });

/** Adds what came, to the log it belongs to. */
export const addedToLog =
  (id: string, lines: readonly JobLogLine[], complete: boolean) =>
  (state: AppState): AppState => {
    const { log } = state.jobs;
    if (log?.id !== id) return state;
    const all = [...log.lines, ...lines];
    const over = Math.max(0, all.length - heldLines);
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

/** Scrolls the log; at its last screenful its end is followed again. */
export const scrolledLog =
  (rows: number, move: (top: number, count: number) => number) =>
  (state: AppState): AppState => {
    const { log } = state.jobs;
    if (log === null) return state;
    const last = Math.max(0, log.lines.length - rows);
    const wanted = Math.max(0, Math.min(move(log.top ?? last, last + 1), last));
    return withJobs({ log: { ...log, top: wanted === last ? null : wanted } })(state);
  };
