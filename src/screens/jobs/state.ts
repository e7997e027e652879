import type { JobDraft, JobLogLine, JobRun } from "../../model/job.ts";
import type { ListView } from "../../tui/list.ts";
import { createSlice } from "../../tui/state/slice.ts";
import { textField } from "../../tui/text-field.ts";
import { noTextFilter, type TextFilter } from "../../tui/text-filter.ts";
import { afterDropped, initialViewer, type ViewerState } from "../../tui/viewer/state.ts";

/** Maximum lines kept of a log. */
const maxLines = 300_000;
/** Number of lines kept when dropping. Many are dropped at once, because the rest is searched again. */
const keptLines = 270_000;

/** Output of a run. */
export interface JobLog {
  readonly id: string;
  /** Complete lines, without what they overwrote. */
  readonly lines: readonly JobLogLine[];
  /** Line that the run has not ended yet; null if there is none or the hub does not send it. */
  readonly unfinished: JobLogLine | null;
  /** Number of earlier lines that were dropped. */
  readonly dropped: number;
  /** Position in the lines, at their end while following. */
  readonly viewer: ViewerState;
  /** True if no more output follows: the run ended, or the connection was lost. */
  readonly complete: boolean;
  /** Reason for unreadable output, or null. */
  readonly error: string | null;
}

export type JobPane = "list" | "detail" | "output";

export interface JobsState extends TextFilter {
  /** Runs, newest first; kept while the hub is unreachable. */
  readonly items: readonly JobRun[];
  /** Run started here that the hub has not listed yet, or null. */
  readonly started: JobRun | null;
  /** Time at which the list last changed; null until it is loaded. */
  readonly loadedAtMs: number | null;
  /** Reason why the hub listed no runs; null if none is known. */
  readonly unavailable: string | null;
  /** Index of the selected run in `items`, and the first visible row of the list. */
  readonly view: ListView;
  /** Pane that receives keys. */
  readonly focus: JobPane;
  /** Run with visible output: the selected one, or another while focused. Null for none. */
  readonly log: JobLog | null;
  /** True if long lines of an opened log are wrapped. */
  readonly wrap: boolean;
  /** Organizations with started runs; their runs are listed too. */
  readonly namespaces: readonly string[];
  /** Run awaiting the user's confirmation, or null. */
  readonly asked: JobDraft | null;
}

const initialJobs: JobsState = {
  ...noTextFilter,
  items: [],
  started: null,
  loadedAtMs: null,
  unavailable: null,
  view: { selected: 0, top: 0 },
  focus: "list",
  log: null,
  wrap: true,
  namespaces: [],
  asked: null,
};

/** State of the Jobs screen. */
export const jobsSlice = createSlice("jobs", initialJobs, {
  /** Replaces the list; the selected run stays selected. */
  jobsLoaded(state, listed: readonly JobRun[], nowMs: number): JobsState {
    const { view } = state;
    // A list requested before a run was started here lacks that run.
    const started = listed.some(({ id }) => id === state.started?.id) ? null : state.started;
    const items = started === null ? listed : [started, ...listed];
    // The list is polled: an equal result must not cause a redraw.
    if (state.loadedAtMs !== null && sameRuns(state.items, items)) {
      const isKnown = state.unavailable === null && state.started === started;
      return isKnown ? state : { ...state, started, unavailable: null };
    }
    const id = state.items[view.selected]?.id;
    const found = items.findIndex((run) => run.id === id);
    const selected = found === -1 ? Math.min(view.selected, Math.max(0, items.length - 1)) : found;
    return { ...state, items, started, loadedAtMs: nowMs, unavailable: null, view: { ...view, selected } };
  },
  /** Adds a run that was just started, and selects it. */
  runStarted(state, run: JobRun, account: string | null): JobsState {
    const items = state.items.some(({ id }) => id === run.id) ? state.items : [run, ...state.items];
    const { namespace } = run;
    const isKnown = namespace === null || namespace === account || state.namespaces.includes(namespace);
    return {
      ...state,
      items,
      started: run,
      filter: textField(),
      log: state.focus === "output" ? null : state.log,
      namespaces: isKnown ? state.namespaces : [...state.namespaces, namespace],
      view: { ...state.view, selected: items.findIndex(({ id }) => id === run.id) },
    };
  },
  /** Focuses a pane. Closes another run's output, so that the selected run's is read. */
  jobPaneFocused(state, focus: JobPane): JobsState {
    const isOld = focus === "output" && state.log?.id !== state.items[state.view.selected]?.id;
    return { ...state, focus, log: isOld ? null : state.log };
  },
  logOpened: (state, id: string): JobsState => ({
    ...state,
    log: {
      id,
      lines: [],
      unfinished: null,
      dropped: 0,
      viewer: { ...initialViewer, wrap: state.wrap, following: true },
      complete: false,
      error: null,
    },
  }),
  /** Ends the open log of an unreadable run. */
  logFailed(state, id: string, error: string): JobsState {
    return state.log?.id === id ? { ...state, log: { ...state.log, error, complete: true } } : state;
  },
  /**
   * Appends output to the open log if it is that of the run; drops lines over the maximum.
   * @param unfinished replaces the unfinished line
   */
  appendLog(
    state,
    id: string,
    lines: readonly JobLogLine[],
    complete: boolean,
    unfinished: JobLogLine | null = null,
  ): JobsState {
    const { log } = state;
    if (log?.id !== id) return state;
    const all = lines.length === 0 ? log.lines : [...log.lines, ...lines];
    const over = all.length > maxLines ? all.length - keptLines : 0;
    return {
      ...state,
      log: {
        ...log,
        lines: over === 0 ? all : all.slice(over),
        unfinished,
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
export const {
  set: setJobs,
  jobsLoaded,
  runStarted,
  jobPaneFocused,
  logOpened,
  logFailed,
  appendLog,
  viewLog,
} = jobsSlice.actions;

/** Returns true if two lists have the same runs in the same states. */
function sameRuns(before: readonly JobRun[], after: readonly JobRun[]): boolean {
  return (
    before.length === after.length &&
    before.every((run, index) => {
      const same = after[index];
      return (
        run.id === same?.id &&
        run.stage === same.stage &&
        run.message === same.message &&
        run.startedAt === same.startedAt &&
        run.finishedAt === same.finishedAt
      );
    })
  );
}
