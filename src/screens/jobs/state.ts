import type { JobLogLine, JobRun } from "../../model/job.ts";
import { jobTable } from "../../tables/jobs.ts";
import type { Line } from "../../text/line.ts";
import { type Arrangement, isPaneShown, paneSize, type PaneSplit, type PaneTree } from "../../tui/layout.ts";
import { viewList, type ListView, type ListModel } from "../../tui/list.ts";
import { sortedRows, sortedView, unsortedView } from "../../tui/sorted.ts";
import { shownZone } from "../../tui/state/preferences.ts";
import { createSlice, type AppState } from "../../tui/state/slice.ts";
import { textField } from "../../tui/text-field.ts";
import { isFiltered, noTextFilter, type TextFilter } from "../../tui/text-filter.ts";
import { fitHead } from "../../tui/viewer/head.ts";
import type { PaneViewer } from "../../tui/viewer/pane-viewer.ts";
import { afterDropped, initialViewer, type ViewerState } from "../../tui/viewer/state.ts";
import { matchingRuns } from "./list/matching-runs.ts";
import { outputContent } from "./output.ts";
import { outputHead } from "./output/output-head.ts";

/** Maximum lines kept of a log. */
const maxLines = 300_000;
/** Lines that are left when lines are dropped, many at once, because the other lines are then searched again. */
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
  /** True if no more output follows: the run has ended, or the connection was lost. */
  readonly complete: boolean;
  /** Reason why the output could not be read; null if it could. */
  readonly error: string | null;
}

export type JobPane = "list" | "detail" | "output";

export interface JobsState extends TextFilter {
  /** Runs, newest first; kept while the hub is unreachable. */
  readonly items: readonly JobRun[];
  /** Run that was started here and that the hub has not listed yet; null if there is none. */
  readonly started: JobRun | null;
  /** Time at which the list last changed; null until it is loaded. */
  readonly loadedAtMs: number | null;
  /** Reason why the hub listed no runs; null if none is known. */
  readonly unavailable: string | null;
  /** Index of the selected run in `items`, and the first visible row of the list. */
  readonly view: ListView;
  /** Pane that receives keys. */
  readonly focus: JobPane;
  /** Output that is visible: that of the selected run, or of another one while it has the focus. Null for none. */
  readonly log: JobLog | null;
  /** True if long lines of an opened log are wrapped. */
  readonly wrap: boolean;
  /** Organizations in which runs were started, whose runs are listed too. */
  readonly namespaces: readonly string[];
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
};

/** State of the Jobs screen. */
export const jobsSlice = createSlice("jobs", initialJobs, {
  /** Replaces the list; the selected run stays selected. */
  jobsLoaded(state, listed: readonly JobRun[], nowMs: number): JobsState {
    const { view } = state;
    // A list that was requested before a run was started here does not have that run yet.
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
  /** Focuses a pane. An output that is not yet that of the selected run is closed, so that its own is read. */
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
  /** Ends the open log if it is that of the run, because it cannot be read. */
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

/** Returns the selected run, or the first that the filter shows; null if it shows none. */
export function selectedJob(state: AppState): JobRun | null {
  const listed = listedJobs(state);
  return listed[jobsView(state).selected] ?? null;
}

/** Returns the run of the open log, as last listed; null if it is not listed or no log is open. */
export function shownJob(state: AppState): JobRun | null {
  const { items, log } = jobsSlice.get(state);
  return items.find(({ id }) => id === log?.id) ?? null;
}

/** Returns the run that the focused pane shows: that of the output, or else the selected one. */
export function currentJob(state: AppState): JobRun | null {
  const { focus, log } = jobsSlice.get(state);
  return focus === "output" && log !== null ? shownJob(state) : selectedJob(state);
}

/** Columns of a window in which the list has the selected run beside it. */
const besideColumns = 190;

/** Columns of a window in which the facts of the selected run have their place beside its output. */
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

/** Returns the rows of the list, without column titles, and of the output, without its header. */
export function jobsRows(state: AppState): { readonly list: number; readonly output: number } {
  return {
    list: Math.max(1, paneSize(state, jobsArrangement, "list").rows - listHeadRows(state)),
    output: Math.max(1, paneSize(state, jobsArrangement, "output").rows - outputHeadLines(state).length),
  };
}

/** Returns the lines above the output: the state of its run, unless its facts are visible, and what is missing. */
export function outputHeadLines(state: AppState): readonly Line[] {
  const { log } = jobsSlice.get(state);
  if (log === null) return [];
  const run = isPaneShown(state, jobsArrangement, "detail") ? null : shownJob(state);
  return fitHead(outputHead(run, log), paneSize(state, jobsArrangement, "output"));
}

/** Returns the model of the list of runs. */
export function jobsList(state: AppState): ListModel {
  const { items } = jobsSlice.get(state);
  const listed = listedJobs(state);
  return viewList(jobsView(state), listed.length, jobsRows(state).list, (moved) =>
    setJobs({ view: unsortedView(moved, items, listed) }),
  );
}

/** Returns the runs that the filter shows, in the order of the list. */
export function listedJobs(state: AppState): readonly JobRun[] {
  const jobs = jobsSlice.get(state);
  return sortedRows(state, jobTable, matchingRuns(jobs.items, jobs));
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
    content: outputContent(log, shownZone(state)),
    size: { columns, rows: jobsRows(state).output },
    y: outputHeadLines(state).length,
    put: viewLog,
  };
}
