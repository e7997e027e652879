import type { Line } from "../../text/line.ts";
import { blank, dimmedLine, line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import { fitColumns, tableHead } from "../../tui/components/table.ts";
import { keepInView } from "../../tui/list.ts";
import type { Body } from "../../tui/screen.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { windowSlice } from "../../tui/state/window.ts";
import { sessionSlice } from "../session.ts";
import { jobLogPane } from "./log-pane.ts";
import { jobColumns, jobRow } from "./row.ts";
import { jobsSlice, jobsLayout } from "./state.ts";

/** Draws the Jobs screen: the list of runs, or the output of one. */
export function jobsBody(state: AppState): Body {
  const { log } = jobsSlice.get(state);
  const lines = log === null ? listPane(state) : jobLogPane(state, log);
  return { panes: [{ lines, columns: jobsLayout(state).columns }], cursor: null };
}

function listPane(state: AppState): readonly Line[] {
  const { items, view } = jobsSlice.get(state);
  const { columns: width, listRows } = jobsLayout(state);
  if (items.length === 0) return emptyList(state);
  const columns = fitColumns(jobColumns, width);
  const { selected, top } = keepInView(view, items.length, listRows);
  const stale = sessionSlice.get(state).hub.link.state === "lost";
  const rows = items.slice(top, top + listRows).map((run, index) => {
    const row = jobRow(run, columns, width, top + index === selected, windowSlice.get(state).nowMs);
    return stale ? dimmedLine(row) : row;
  });
  return [tableHead(columns), ...rows];
}

function emptyList(state: AppState): readonly Line[] {
  const jobs = jobsSlice.get(state);
  const session = sessionSlice.get(state);
  const size = windowSlice.get(state).size;
  if (jobs.unavailable !== null) {
    return [blank, ...wrapWords(span(v`  ${jobs.unavailable}`, "warn"), size.columns, 2)];
  }
  if (jobs.loadedAtMs === null) return [blank, line(span(v`  Loading from ${session.hub.name}…`, "muted"))];
  const how = session.hub.local
    ? v`  A Job is a command: hooklens jobs run -- COMMAND runs one on this machine; a webhook created with its ID runs it for each event.`
    : v`  hooklens jobs run -- COMMAND runs one on ${session.hub.name}.`;
  return [blank, line(span(v`  No runs yet.`)), ...wrapWords(span(how, "muted"), size.columns, 2)];
}
