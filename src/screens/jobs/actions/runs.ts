import { shellLine } from "../../../text/shell-word.ts";
import { backToList } from "../../../tui/commands/back.ts";
import { internal, type Command } from "../../../tui/commands/command.ts";
import { textFilterCommands } from "../../../tui/commands/text-filter.ts";
import { confirm } from "../../../tui/dialogs/confirm.ts";
import { zoomed } from "../../../tui/state/layout.ts";
import { openDialog } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { moveViewer } from "../../../tui/viewer/move-viewer.ts";
import { followToggled } from "../../../tui/viewer/moves.ts";
import { saveAsked, saveForm } from "../dialogs/save-form.ts";
import type { AllJobsEffects } from "../running.ts";
import { currentJob, jobPaneFocused, jobsSlice, setJobs } from "../state.ts";
import { startCommands } from "./start.ts";

/** Returns why no run is selected; null if one is. */
const needsRun = (state: AppState) => (currentJob(state) === null ? "no run is selected" : null);

/** Commands of the Jobs screen. */
export const jobCommands: readonly Command<AllJobsEffects>[] = [
  {
    id: "jobs.open",
    scope: "jobs",
    keys: ["enter"],
    title: "Show the run's output",
    footerLabel: "output",
    disabledReason: (state) =>
      jobsSlice.get(state).focus === "output" ? "the output is already open" : needsRun(state),
    run({ store }) {
      store.dispatch(jobPaneFocused("output"));
      // Both panes of the run are zoomed, then the output.
      store.dispatch(zoomed("jobs", 2));
    },
  },
  ...startCommands,
  {
    id: "jobs.cancel",
    scope: "jobs",
    keys: ["d"],
    title: "Cancel the selected run",
    footerLabel: "cancel",
    disabledReason: (state) =>
      needsRun(state) ?? (currentJob(state)?.ended === true ? "the run has ended" : null),
    run(context) {
      const run = currentJob(context.store.get());
      if (run === null) return;
      confirm(context, "cancelRun", {
        title: `Cancel run ${run.id}?`,
        lines: [shellLine(run.command), "This ends its processes and keeps its output."],
        verb: "cancel run",
        keep: "keep running",
        command: "jobs.cancel-confirmed",
        argument: run.id,
      });
    },
  },
  {
    id: "jobs.cancel-confirmed",
    scope: internal,
    keys: [],
    title: "Cancel a run",
    run: ({ effects }, id) => (id === undefined ? undefined : effects.cancel(id)),
  },
  {
    id: "jobs.show-origin",
    scope: "jobs",
    keys: ["O"],
    title: "Open what started the run",
    disabledReason: (state) =>
      needsRun(state) ?? (currentJob(state)?.webhookId === null ? "no webhook started this run" : null),
    run({ store, run }) {
      const { webhookId = null, dispatchId = null } = currentJob(store.get()) ?? {};
      if (webhookId === null) return;
      if (dispatchId === null) run("webhooks.show", webhookId);
      else run("webhooks.show-dispatch", `${webhookId} ${dispatchId}`);
    },
  },
  {
    id: "jobs.save",
    scope: "jobs",
    keys: ["X"],
    title: "Save the output to a file",
    disabledReason: (state) => (jobsSlice.get(state).log === null ? "no output is open" : null),
    run({ store }) {
      const { log } = jobsSlice.get(store.get());
      if (log !== null) store.dispatch(openDialog(saveForm(log.id)));
    },
  },
  saveAsked,
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
    keys: ["f"],
    title: "Follow output or pause",
    footerLabel: (state) => (jobsSlice.get(state).log?.viewer.following === true ? "pause" : "follow"),
    disabledReason: (state) => (jobsSlice.get(state).log?.complete === true ? "the output has ended" : null),
    run: (context) => void moveViewer(context, followToggled),
  },
  {
    id: "jobs.show-of-webhook",
    scope: internal,
    keys: [],
    title: "Show the last run of a webhook",
    run: ({ effects }, id) => (id === undefined ? undefined : effects.showRunOf(id)),
  },
];
