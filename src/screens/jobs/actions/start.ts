import { prepareRerun } from "../../../hub/prepare-rerun.ts";
import { isHooklensError, UsageError } from "../../../model/errors.ts";
import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import { report } from "../../../tui/report.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { closeDialogs } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { type App, type Command, hubNow } from "../../app.ts";
import { sessionSlice } from "../../connection-state.ts";
import { openRunForm, readFacts, startOrAsk, startRun } from "../dialogs/run-dialog.ts";
import { runFormKind } from "../dialogs/run-form.ts";
import type { JobsRunning } from "../running.ts";
import { currentJob, requireRun } from "../select.ts";
import { jobsSlice, setJobs } from "../state.ts";

/** Repeats a run, after a question if it costs money. */
async function rerun(app: App<JobsRunning>): Promise<void> {
  const { store, services } = app;
  const run = currentJob(store.get());
  if (run === null) return;
  try {
    const draft = await prepareRerun(hubNow(services), await readFacts(app, run), {});
    (await startOrAsk(app, draft, null))();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // The form asks for values of secrets, because the hub does not return them.
    await openRunForm(app, run).catch((again: unknown) => report(store, again));
    showMessage(store, "warn", `Not started: ${error.what}.`);
  }
}

/** Starts the confirmed run. */
async function startAsked(app: App<JobsRunning>): Promise<void> {
  const { store } = app;
  const { asked } = jobsSlice.get(store.get());
  store.dispatch(setJobs({ asked: null }));
  if (asked === null) return;
  runFormKind.change(store, (form) => ({ ...form, busy: true, refused: null }));
  try {
    const done = await startRun(app, asked);
    store.batch(() => {
      store.dispatch(closeDialogs("run-job"));
      done();
    });
  } catch (error) {
    if (!isHooklensError(error) || runFormKind.find(store.get()) === null) throw error;
    runFormKind.change(store, (form) => ({ ...form, busy: false, refused: error.message }));
  }
}

function requireJobs(state: AppState): string | null {
  if (sessionSlice.get(state).hub.link.state === "connecting") return "the hub is not connected yet";
  return jobsSlice.get(state).unavailable === null ? null : "this hub runs no Jobs";
}

const requireRepeatable = (state: AppState) => requireRun(state) ?? requireJobs(state);

/** Commands that start runs. */
export const startCommands: readonly Command<JobsRunning>[] = [
  {
    id: "jobs.new",
    scope: "jobs",
    ...act("create"),
    title: "Run a Job",
    footerLabel: "run",
    disabledReason: requireJobs,
    run: (app) => openRunForm(app, null),
  },
  {
    id: "jobs.rerun",
    scope: "jobs",
    ...act("again"),
    title: "Run the selected one again",
    footerLabel: "rerun",
    disabledReason: requireRepeatable,
    run: rerun,
  },
  {
    id: "jobs.rerun-changed",
    scope: "jobs",
    ...act("edit"),
    title: "Rerun with changes",
    footerLabel: "change",
    disabledReason: requireRepeatable,
    run: (app) => openRunForm(app, currentJob(app.store.get())),
  },
  {
    id: "jobs.start-asked",
    scope: internal,
    keys: [],
    title: "Confirm the run",
    run: startAsked,
  },
];
