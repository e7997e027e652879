import { jobTable } from "../../tables/jobs.ts";
import { type Span, span } from "../../text/line.ts";
import { count, plural } from "../../text/numbers.ts";
import { shellLine } from "../../text/shell-word.ts";
import { v } from "../../text/visible.ts";
import { nextAge } from "../../tui/clock.ts";
import { filledColumns } from "../../tui/components/table.ts";
import { clickRow, keepInView } from "../../tui/list.ts";
import type { CopyItem } from "../../tui/records/screen.ts";
import { inField, inScreen, inViewer } from "../../tui/scope.ts";
import { navSlice } from "../../tui/state/nav.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { windowSlice } from "../../tui/state/window.ts";
import type { AppScreen } from "../app.ts";
import { runCommands } from "./actions/runs.ts";
import { runFormDialog } from "./dialogs/run-dialog.ts";
import { saveDialog } from "./dialogs/save-form.ts";
import { logViewer } from "./output.ts";
import { type JobsRunning, startJobs } from "./running.ts";
import { currentJob, jobsArrangement, jobsList, jobsView, listHeadRows } from "./select.ts";
import { jobPaneFocused, jobsSlice, setJobs } from "./state.ts";
import { jobsPane } from "./views.ts";

/** Screen of the runs of Jobs and their output. */
export const jobsScreen: AppScreen<JobsRunning> = {
  ...jobsArrangement,
  slices: [jobsSlice],
  commands: [...runCommands, ...runFormDialog.commands, ...saveDialog.commands],
  dialogs: [runFormDialog.dialog, saveDialog.dialog],
  scopes: [
    { scope: "jobs", title: "Jobs", outer: inScreen },
    { scope: "jobs-filter", title: "Job filter", outer: inField, hasField: true },
    {
      scope: "job-log",
      title: "Run output",
      outer: [...inViewer, "jobs", ...inScreen],
      enteredBy: "jobs.open",
    },
  ],
  start: startJobs,
  shown: ({ running }) => running.load(),
  refresh({ running }) {
    running.load();
    running.reload();
  },
  scope(state) {
    const { editingFilter, focus } = jobsSlice.get(state);
    return editingFilter ? "jobs-filter" : focus === "output" ? "job-log" : "jobs";
  },
  field(state) {
    const { editingFilter, filter } = jobsSlice.get(state);
    return editingFilter ? { field: filter, put: (changed) => setJobs({ filter: changed }) } : null;
  },
  focusPane: (id) => jobPaneFocused(id === "output" || id === "detail" ? id : "list"),
  listIn: (state, id) => (id === "list" ? jobsList(state) : null),
  table: () => jobTable,
  sortColumns: (state) =>
    filledColumns(state, jobTable, jobsSlice.get(state).items, { nowMs: windowSlice.get(state).nowMs }),
  viewer: (state, id) => (id === "output" ? logViewer(state) : null),
  click(state, id, { y }) {
    const head = listHeadRows(state);
    if (id !== "list" || y < head) return [];
    const list = jobsList(state);
    const { top } = keepInView(jobsView(state), list.count, list.rows);
    return clickRow(list, top + y - head);
  },
  copyText: (state) => currentJob(state)?.id ?? null,
  copyItems,
  resized(state) {
    const list = jobsList(state);
    return [list.select(list.selected)];
  },
  nextTickMs(state, nowMs) {
    const newest = jobsSlice.get(state).items[0]?.createdAt ?? null;
    if (newest === null || navSlice.get(state).screen !== "jobs") return Number.POSITIVE_INFINITY;
    return nextAge(Date.parse(newest), windowSlice.get(state).nowMs, nowMs);
  },
  status,
  pane: jobsPane,
};

/** Lists the texts of the open or the selected run. */
function copyItems(state: AppState): readonly CopyItem[] {
  const run = currentJob(state);
  if (run === null) return [];
  const { id, command, webhookId, dispatchId } = run;
  return [
    { label: "run ID", text: id },
    { label: "command", text: shellLine(command) },
    ...(webhookId === null ? [] : [{ label: "webhook ID", text: webhookId }]),
    ...(dispatchId === null ? [] : [{ label: "dispatch ID", text: dispatchId }]),
  ];
}

function status(state: AppState): readonly Span[] {
  const { items, log, focus } = jobsSlice.get(state);
  if (log !== null && focus === "output") {
    if (log.complete) return [span(v` ended`, "muted")];
    const mode = log.viewer.following ? span(v` following`, "ok") : span(v` paused`, "warn");
    return [mode, span(v` · live`, "muted")];
  }
  if (items.length === 0) return [];
  const live = items.filter(({ ended }) => !ended).length;
  const running = live === 0 ? v`` : v` · ${count(live)} running`;
  return [span(v` ${plural(items.length, "run")}${running}`, "muted")];
}
