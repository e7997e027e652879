import type { JobRun } from "../../../model/job.ts";
import { shellLine } from "../../../text/shell-word.ts";
import { backToList } from "../../../tui/commands/back.ts";
import { textFilterCommands } from "../../../tui/commands/text-filter.ts";
import { confirm } from "../../../tui/dialogs/confirm.ts";
import { moveViewer } from "../../../tui/move-focused.ts";
import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import { zoomed } from "../../../tui/state/layout.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { showScreen, topDialog } from "../../../tui/state/nav.ts";
import { textField } from "../../../tui/text-field.ts";
import { followToggled } from "../../../tui/viewer/moves.ts";
import { type App, type Command, hubNow } from "../../app.ts";
import { openSaveForm } from "../dialogs/save-form.ts";
import { type JobsRunning, listRuns } from "../running.ts";
import { currentJob, jobsList, listedJobs, requireRun } from "../select.ts";
import { jobPaneFocused, jobsLoaded, jobsSlice, setJobs } from "../state.ts";
import { startCommands } from "./start.ts";

function openOutput({ store }: App): void {
  store.dispatch(jobPaneFocused("output"));
  // Both panes of the run are zoomed, then the output.
  store.dispatch(zoomed("jobs", 2));
}

function askToCancel(app: App): void {
  const run = currentJob(app.store.get());
  if (run === null) return;
  confirm(app, "cancelRun", {
    title: `Cancel run ${run.id}?`,
    lines: [shellLine(run.command), "This ends its processes and keeps its output."],
    verb: "cancel run",
    keep: "keep running",
    command: "jobs.cancel-confirmed",
    argument: run.id,
  });
}

/** Cancels a run and shows its stage. */
async function cancelRun({ store, services, running }: App<JobsRunning>, id = ""): Promise<void> {
  const run = jobsSlice.get(store.get()).items.find((one) => one.id === id);
  const { ended, stage } = await hubNow(services).cancelJob(id, run?.namespace ?? undefined);
  if (ended) showMessage(store, "ok", `Run ${id} ${stage.toLowerCase()}`);
  else showMessage(store, "warn", `Run ${id} has not ended yet.`);
  running.load();
}

function showOrigin({ store, run }: App): void {
  const { webhookId = null, dispatchId = null } = currentJob(store.get()) ?? {};
  if (webhookId === null) return;
  if (dispatchId === null) run("webhooks.show", webhookId);
  else run("webhooks.show-dispatch", `${webhookId} ${dispatchId}`);
}

/** Shows the last run of a webhook, or a message without one. */
async function showRunOf(app: App, webhookId = ""): Promise<void> {
  await showRun(app, (run) => run.webhookId === webhookId, `The hub lists no run of webhook ${webhookId}.`);
}

/** Shows the output of a run, or a message if the hub has deleted it. */
async function showOutput(app: App, id = ""): Promise<void> {
  const isShown = await showRun(app, (run) => run.id === id, `The hub lists no run ${id}.`);
  if (isShown) openOutput(app);
}

/** Selects the newest run that is wanted. Returns false if there is none. */
async function showRun(app: App, isWanted: (run: JobRun) => boolean, missing: string): Promise<boolean> {
  const { store, services } = app;
  const runs = await listRuns(app, hubNow(services));
  // A dialog is open meanwhile; the screen would close it.
  if (topDialog(store.get()) !== null) return false;
  store.dispatch(jobsLoaded(runs, store.nowMs()));
  store.dispatch(setJobs({ filter: textField(), focus: "list" }));
  const index = listedJobs(store.get()).findIndex(isWanted);
  if (index === -1) {
    showMessage(store, "warn", missing);
    return false;
  }
  store.batch(() => {
    store.dispatch(showScreen("jobs"));
    store.dispatch(jobsList(store.get()).select(index));
  });
  return true;
}

/** Commands of the Jobs screen. */
export const runCommands: readonly Command<JobsRunning>[] = [
  {
    id: "jobs.open",
    scope: "jobs",
    ...act("open"),
    title: "Show the run's output",
    footerLabel: "output",
    disabledReason: (state) =>
      jobsSlice.get(state).focus === "output" ? "the output is already open" : requireRun(state),
    run: openOutput,
  },
  ...startCommands,
  {
    id: "jobs.cancel",
    scope: "jobs",
    ...act("delete"),
    title: "Cancel the selected run",
    footerLabel: "cancel",
    disabledReason: (state) =>
      requireRun(state) ?? (currentJob(state)?.ended === true ? "the run has ended" : null),
    run: askToCancel,
  },
  {
    id: "jobs.cancel-confirmed",
    scope: internal,
    keys: [],
    title: "Cancel a run",
    run: cancelRun,
  },
  {
    id: "jobs.show-origin",
    scope: "jobs",
    ...act("goOrigin"),
    title: "Open the run's webhook",
    disabledReason: (state) =>
      requireRun(state) ?? (currentJob(state)?.webhookId === null ? "no webhook started this run" : null),
    run: showOrigin,
  },
  {
    id: "jobs.save",
    scope: "jobs",
    ...act("export"),
    title: "Save the run's output",
    disabledReason: (state) => (jobsSlice.get(state).log === null ? "no output is open" : null),
    run: openSaveForm,
  },
  ...textFilterCommands({
    scope: "jobs",
    lineScope: "jobs-filter",
    by: "text",
    get: (state) => jobsSlice.get(state),
    isEmpty: (state) => jobsSlice.get(state).items.length === 0,
    put: setJobs,
    applied: () => setJobs({ editingFilter: false }),
  }),
  backToList({ id: "job-log.back", scope: "job-log", screen: "jobs" }, () => setJobs({ focus: "list" })),
  {
    id: "job-log.follow",
    scope: "job-log",
    ...act("follow"),
    title: "Follow output or pause",
    footerLabel: (state) => (jobsSlice.get(state).log?.viewer.following === true ? "pause" : "follow"),
    disabledReason: (state) => (jobsSlice.get(state).log?.complete === true ? "the output has ended" : null),
    run: (context) => void moveViewer(context, followToggled),
  },
  {
    id: "jobs.show-of-webhook",
    scope: internal,
    keys: [],
    title: "Show a webhook's last run",
    run: showRunOf,
  },
  {
    id: "jobs.show-output",
    scope: internal,
    keys: [],
    title: "Show a run's output",
    run: showOutput,
  },
];
