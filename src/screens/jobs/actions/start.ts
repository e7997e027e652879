import type { Command } from "../../../tui/commands/command.ts";
import { internal } from "../../../tui/commands/command.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { sessionSlice } from "../../session.ts";
import type { StartEffects } from "../start/effects.ts";
import { currentJob, jobsSlice } from "../state.ts";

function needsJobs(state: AppState): string | null {
  if (sessionSlice.get(state).hub.link.state === "connecting") return "the hub is not connected yet";
  return jobsSlice.get(state).unavailable === null ? null : "this hub runs no Jobs";
}

const needsRun = (state: AppState) => (currentJob(state) === null ? "no run is selected" : needsJobs(state));

/** Commands that start runs. */
export const startCommands: readonly Command<StartEffects>[] = [
  {
    id: "jobs.new",
    scope: "jobs",
    keys: ["n"],
    title: "Run a Job",
    footerLabel: "run",
    disabledReason: needsJobs,
    run: ({ effects }) => effects.openForm(null),
  },
  {
    id: "jobs.rerun",
    scope: "jobs",
    keys: ["R"],
    title: "Run the selected one again",
    footerLabel: "rerun",
    disabledReason: needsRun,
    run(context) {
      const run = currentJob(context.store.get());
      return run === null ? undefined : context.effects.rerun(run, context);
    },
  },
  {
    id: "jobs.rerun-changed",
    scope: "jobs",
    keys: ["e"],
    title: "Rerun with changes",
    footerLabel: "change",
    disabledReason: needsRun,
    run({ store, effects }) {
      const run = currentJob(store.get());
      return run === null ? undefined : effects.openForm(run);
    },
  },
  {
    id: "jobs.start-asked",
    scope: internal,
    keys: [],
    title: "Start the run that was asked about",
    run: ({ effects }) => effects.startAsked(),
  },
];
