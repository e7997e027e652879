import { jobTable } from "../../tables/jobs.ts";
import type { Line } from "../../text/line.ts";
import { blank, line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import { fitTable, tableLines } from "../../tui/components/table.ts";
import { keepInView, positionOf } from "../../tui/list.ts";
import type { PaneContent } from "../../tui/screen.ts";
import { shownZone } from "../../tui/state/preferences.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { type Size, windowSlice } from "../../tui/state/window.ts";
import { viewerPane } from "../../tui/viewer/viewer-pane.ts";
import { sessionSlice } from "../session.ts";
import { jobDetail } from "./detail.ts";
import {
  jobsRows,
  jobsSlice,
  jobsView,
  listedJobs,
  logViewer,
  outputHeadLines,
  selectedJob,
  type JobLog,
} from "./state.ts";

/** Draws a pane of the Jobs screen: the list of runs, the facts of the selected one, or the output of one. */
export function jobsPane(state: AppState, id: string, size: Size): PaneContent {
  const { log } = jobsSlice.get(state);
  if (log !== null) return outputPane(state, log);
  return id === "detail" ? detailPane(state, size) : listPane(state, size);
}

function detailPane(state: AppState, { columns }: Size): PaneContent {
  const run = selectedJob(state);
  if (run === null) return { title: [span(v`Run`)], lines: [] };
  return { title: [span(v`Run ${run.id}`)], lines: jobDetail(run, columns, shownZone(state)) };
}

function listPane(state: AppState, { columns: width }: Size): PaneContent {
  const items = listedJobs(state);
  const title = [span(v`Jobs`)];
  if (items.length === 0) return { title, lines: emptyList(state, width) };
  const listRows = jobsRows(state).list;
  const table = fitTable(state, jobTable, items, { nowMs: windowSlice.get(state).nowMs }, width);
  const shown = keepInView(jobsView(state), items.length, listRows);
  const isStale = sessionSlice.get(state).hub.link.state === "lost";
  return {
    title,
    lines: tableLines(table, items, shown, listRows, isStale),
    position: positionOf(shown.top, listRows, items.length),
  };
}

function emptyList(state: AppState, width: number): readonly Line[] {
  const jobs = jobsSlice.get(state);
  const session = sessionSlice.get(state);
  if (jobs.unavailable !== null) {
    return [blank, ...wrapWords(span(v`  ${jobs.unavailable}`, "warn"), width, 2)];
  }
  if (jobs.loadedAtMs === null) return [blank, line(span(v`  Loading from ${session.hub.name}…`, "muted"))];
  const how = session.hub.local
    ? v`  Run hooklens jobs run -- COMMAND to start a command as a Job on this machine. A webhook with the ID of a run repeats it for each event.`
    : v`  Run hooklens jobs run -- COMMAND to start one on ${session.hub.name}.`;
  return [blank, line(span(v`  No runs yet.`)), ...wrapWords(span(how, "muted"), width, 2)];
}

/** Draws the output of a run: its last lines while following, otherwise the lines at the scroll position. */
function outputPane(state: AppState, log: JobLog): PaneContent {
  const title = [span(v`Run ${log.id}`)];
  return viewerPane({ title, head: outputHeadLines(state) }, logViewer(state), true);
}
