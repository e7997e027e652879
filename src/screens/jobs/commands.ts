import { shellLine } from "../../text/shell-word.ts";
import { internal, type Command } from "../../tui/commands/command.ts";
import { confirm } from "../../tui/dialogs/confirm.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { moveViewer } from "../../tui/viewer/move-viewer.ts";
import { followToggled } from "../../tui/viewer/moves.ts";
import type { JobsEffects } from "./effects.ts";
import { selectedJob, shownJob, jobsSlice } from "./state.ts";

/** Returns the run whose log is open, otherwise the selected run; null if there is none. */
const currentRun = (state: AppState) =>
  jobsSlice.get(state).log === null ? selectedJob(state) : shownJob(state);

/** Commands of the Jobs screen. */
export const jobCommands: readonly Command<JobsEffects>[] = [
  {
    id: "jobs.open",
    scope: "jobs",
    keys: ["enter"],
    title: "Show the run's output",
    footerLabel: "output",
    disabledReason: (state) =>
      jobsSlice.get(state).log !== null
        ? "the output is already open"
        : selectedJob(state) === null
          ? "no run is selected"
          : null,
    run({ store, effects }) {
      const run = selectedJob(store.get());
      if (run !== null) effects.openLog(run.id);
    },
  },
  {
    id: "jobs.cancel",
    scope: "jobs",
    keys: ["d"],
    title: "Cancel the selected run",
    footerLabel: "cancel",
    disabledReason(state) {
      const run = currentRun(state);
      return run === null ? "no run is selected" : run.ended ? "the run has ended" : null;
    },
    run(context) {
      const run = currentRun(context.store.get());
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
    id: "job-log.back",
    scope: "job-log",
    keys: ["esc", "q"],
    title: "Return to the list",
    footerLabel: "back",
    run: ({ effects }) => effects.closeLog(),
  },
  {
    id: "job-log.follow",
    scope: "job-log",
    keys: ["f"],
    title: "Follow output or pause",
    footerLabel: (state) => (jobsSlice.get(state).log?.viewer.following === true ? "pause" : "follow"),
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
