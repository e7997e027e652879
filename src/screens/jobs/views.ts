import { rerunLabel } from "../../model/job-rerun.ts";
import type { JobRun } from "../../model/job.ts";
import { imageText, jobTable, stageSpan } from "../../tables/jobs.ts";
import { dateTime, type TimeZone } from "../../text/clock-time.ts";
import { duration } from "../../text/duration.ts";
import { blank, clickable, type Line, line, span } from "../../text/line.ts";
import { shellLine } from "../../text/shell-word.ts";
import { v, visible } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import { type Fact, factLines } from "../../tui/components/facts.ts";
import { noMatch } from "../../tui/components/no-match.ts";
import { paragraph } from "../../tui/components/paragraph.ts";
import { fitTable, tableLines } from "../../tui/components/table.ts";
import { textFilterLine } from "../../tui/components/text-filter-line.ts";
import { viewerPane } from "../../tui/components/viewer-pane.ts";
import { keySpan } from "../../tui/frame/key-label.ts";
import { isPaneShown } from "../../tui/layout.ts";
import { keepInView, positionOf } from "../../tui/list.ts";
import type { Registry } from "../../tui/records/registry.ts";
import type { PaneContent } from "../../tui/records/screen.ts";
import { shownZone } from "../../tui/state/preferences.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { type Size, windowSlice } from "../../tui/state/window.ts";
import { filterProblem, isFiltered } from "../../tui/text-filter.ts";
import { sessionSlice } from "../connection-state.ts";
import { logViewer, outputHeadLines } from "./output.ts";
import { jobsArrangement, jobsView, listedJobs, listRows, selectedJob } from "./select.ts";
import { jobsSlice } from "./state.ts";

/** Draws a pane of the Jobs screen: the list of runs, the facts of the selected one, or its output. */
export function jobsPane(state: AppState, id: string, size: Size, registry: Registry): PaneContent {
  if (id === "output") return outputPane(state);
  return id === "detail" ? detailPane(state, size, registry) : listPane(state, size, registry);
}

function detailPane(state: AppState, { columns }: Size, registry: Registry): PaneContent {
  const run = selectedJob(state);
  if (run === null) return { title: [span(v`Run`)], lines: [] };
  return { title: [span(v`Run ${run.id}`)], lines: jobDetail(run, columns, shownZone(state), registry) };
}

function listPane(state: AppState, { columns: width }: Size, registry: Registry): PaneContent {
  const jobs = jobsSlice.get(state);
  const items = listedJobs(state);
  const title = [span(v`Jobs`)];
  if (jobs.items.length === 0) return { title, lines: emptyList(state, width, registry) };
  const total = jobs.items.length;
  const top = isFiltered(jobs) ? textFilterLine(jobs, { shown: items.length, total }, width) : null;
  const above = top === null ? [] : [top.line];
  const caret = top?.caret ?? null;
  const cursor = caret === null ? null : { x: caret, y: 0 };
  if (items.length === 0) {
    const empty = noMatch("runs", "jobs.clear-filter", width, registry, filterProblem(jobs));
    return { title, lines: [...above, ...empty], cursor };
  }
  const rows = listRows(state);
  // Measures all runs once: filtering neither moves the columns nor measures again.
  const table = fitTable(state, jobTable, jobs.items, { nowMs: windowSlice.get(state).nowMs }, width);
  const shown = keepInView(jobsView(state), items.length, rows);
  const isStale = sessionSlice.get(state).hub.link.state === "lost";
  return {
    title,
    lines: [...above, ...tableLines(table, items, shown, rows, isStale)],
    position: positionOf(shown.top, rows, items.length),
    cursor,
  };
}

function emptyList(state: AppState, width: number, registry: Registry): readonly Line[] {
  const jobs = jobsSlice.get(state);
  const session = sessionSlice.get(state);
  if (jobs.unavailable !== null) {
    return [blank, ...wrapWords(span(v`  ${jobs.unavailable}`, "warn"), width, 2)];
  }
  if (jobs.loadedAtMs === null) return [blank, line(span(v`  Loading from ${session.hub.name}…`, "muted"))];
  const where = session.hub.local ? v`as a Job on this machine` : v`on ${session.hub.name}`;
  const how = [
    span(v`Press `, "muted"),
    keySpan(registry, "jobs.new"),
    span(v` to run a command ${where}, or run hooklens jobs run -- COMMAND. `, "muted"),
    span(v`A webhook with the ID of a run repeats it for each event.`, "muted"),
  ];
  return [blank, line(span(v`  No runs yet.`)), ...paragraph(how, width)];
}

/** Draws the output of a run: its last lines while following, otherwise the lines at the scroll position. */
function outputPane(state: AppState): PaneContent {
  const { log, focus } = jobsSlice.get(state);
  const isBesideFacts = isPaneShown(state, jobsArrangement, "detail");
  const title = [span(isBesideFacts ? v`Output` : v`Run ${log?.id ?? ""}`)];
  return viewerPane({ title, head: outputHeadLines(state) }, logViewer(state), focus === "output");
}

/** Draws the facts of a run, without those that the hub does not state. */
function jobDetail(run: JobRun, width: number, zone: TimeZone, registry: Registry): readonly Line[] {
  const { id, namespace, message, command, flavor, timeoutSeconds, createdAt, startedAt, finishedAt } = run;
  const tone = run.stage === "ERROR" ? "error" : "plain";
  // The message of a running run on the local hub is the first line of its output.
  const why = run.stage === "RUNNING" ? null : message;
  const { [rerunLabel]: rerunOf = null, ...labels } = run.labels;
  const timeOf = (at: string | null) => (at === null ? null : dateTime(Date.parse(at), zone, "second"));
  const text = (label: string, value: string | null): readonly Fact[] =>
    value === null ? [] : [{ label, value: [span(visible(value))] }];
  return factLines(
    [
      ...text("id", id),
      { label: "state", value: [stageSpan(run)] },
      ...(why === null ? [] : [{ label: "message", value: [span(v`${why}`, tone)] }]),
      ...text("command", shellLine(command)),
      ...originFacts(run, registry),
      ...text("rerun of", rerunOf),
      ...text("image", imageText(run)),
      ...text("flavor", flavor),
      ...text("timeout", timeoutSeconds === null ? null : duration(timeoutSeconds * 1000)),
      ...text("namespace", namespace),
      ...Object.entries(labels).flatMap(([name, value]) => text("label", `${name}=${value}`)),
      ...text("created", timeOf(createdAt)),
      ...text("started", timeOf(startedAt)),
      ...text("ended", timeOf(finishedAt)),
    ],
    width,
  );
}

/** Draws the webhook and the dispatch behind a run, with the key that shows them. */
function originFacts({ webhookId, dispatchId }: JobRun, registry: Registry): readonly Fact[] {
  if (webhookId === null) return [];
  const opens = { command: "jobs.show-origin" };
  return [
    {
      label: "webhook",
      value: clickable(opens, [span(v`${webhookId} `), keySpan(registry, "jobs.show-origin")]),
    },
    ...(dispatchId === null
      ? []
      : [{ label: "dispatch", value: clickable(opens, [span(v`${dispatchId}`)]) }]),
  ];
}
