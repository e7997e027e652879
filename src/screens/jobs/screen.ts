import { jobTable } from "../../tables/jobs.ts";
import { type Span, span } from "../../text/line.ts";
import { count, plural } from "../../text/numbers.ts";
import { shellLine } from "../../text/shell-word.ts";
import { v } from "../../text/visible.ts";
import { nextAge } from "../../tui/clock.ts";
import { clickRow, keepInView } from "../../tui/list.ts";
import { inScreen, inViewer } from "../../tui/scope.ts";
import type { CopyItem } from "../../tui/screen.ts";
import { navSlice } from "../../tui/state/nav.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { windowSlice } from "../../tui/state/window.ts";
import type { AppScreen } from "../context.ts";
import { jobCommands } from "./commands.ts";
import { createJobsEffects, type JobsEffects } from "./effects.ts";
import { jobsPane } from "./panes.ts";
import {
  jobsArrangement,
  jobsList,
  jobsSlice,
  jobsView,
  listHeadRows,
  logViewer,
  selectedJob,
  shownJob,
} from "./state.ts";

/** Screen of the runs of Jobs and their output. */
export const jobsScreen: AppScreen<JobsEffects> = {
  ...jobsArrangement,
  title: "Jobs",
  key: "4",
  slices: [jobsSlice],
  commands: jobCommands,
  dialogs: [],
  scopes: [
    { scope: "jobs", title: "Jobs", outer: inScreen },
    { scope: "job-log", title: "Run output", outer: [...inViewer, "jobs", ...inScreen] },
  ],
  start: createJobsEffects,
  shown: ({ load }) => load(),
  refresh({ store, effects }) {
    effects.load();
    const { log } = jobsSlice.get(store.get());
    if (log !== null) effects.openLog(log.id);
  },
  scope: (state) => (jobsSlice.get(state).log === null ? "jobs" : "job-log"),
  listIn: (state, id) => (id === "detail" ? null : jobsList(state)),
  table: jobTable,
  viewer: (state, id) => (id === "output" ? logViewer(state) : null),
  click(state, id, { y }) {
    const list = jobsList(state);
    if (id !== "list" || list === null || y < listHeadRows) return [];
    const { top } = keepInView(jobsView(state), list.count, list.rows);
    return clickRow(list, top + y - listHeadRows);
  },
  copyText: (state) => jobsSlice.get(state).log?.id ?? selectedJob(state)?.id ?? null,
  copyItems,
  resized(state) {
    const list = jobsList(state);
    return list === null ? [] : [list.select(list.selected)];
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
  const run = shownJob(state) ?? selectedJob(state);
  if (run === null) return [];
  const { id, command, webhookId } = run;
  return [
    { label: "run ID", text: id },
    { label: "command", text: shellLine(command) },
    ...(webhookId === null ? [] : [{ label: "webhook ID", text: webhookId }]),
  ];
}

function status(state: AppState): readonly Span[] {
  const { items, log } = jobsSlice.get(state);
  if (log !== null) {
    const live = log.complete ? [] : [span(v` · live`, "muted")];
    return [log.viewer.following ? span(v` following`, "ok") : span(v` paused`, "warn"), ...live];
  }
  if (items.length === 0) return [];
  const live = items.filter(({ ended }) => !ended).length;
  const running = live === 0 ? v`` : v` · ${count(live)} running`;
  return [span(v` ${plural(items.length, "run")}${running}`, "muted")];
}
