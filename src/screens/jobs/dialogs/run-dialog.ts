import { line, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import type { Command } from "../../../tui/commands/command.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import type { Form } from "../../../tui/dialogs/form.ts";
import { sessionSlice } from "../../session.ts";
import type { StartEffects } from "../start/effects.ts";
import { type RunForm, runFormKind } from "./run-form.ts";
import { runInputs } from "./run-inputs.ts";

const form: Form<RunForm, StartEffects> = {
  kind: runFormKind,
  id: "run-job",
  asksToDiscard: true,
  inputs: runInputs,
  submit: (open, context) => context.effects.submit(open, context),
};

const more: readonly Command<StartEffects>[] = [
  {
    id: "run-job.payload",
    scope: "run-job",
    keys: ["ctrl+o"],
    title: "Edit the payload in $EDITOR",
    footerLabel: "edit payload",
    disabledReason: (state) => (runFormKind.find(state)?.busy === true ? "the run is being started" : null),
    run: ({ effects }) => effects.editPayload(),
  },
];

export const runFormDialog = createFormDialog(
  form,
  {
    helpTitle: "Run dialog",
    title: ({ original }) => (original === null ? v`Run a Job` : v`Run ${original.id} again`),
    about: (state) => {
      const { hub } = sessionSlice.get(state);
      const where = hub.local
        ? v`Runs as a process on this machine, which can read your files.`
        : v`Runs on ${hub.name}, which charges for it.`;
      return [line(span(where, "muted"))];
    },
    busyText: v`Starting…`,
    submit: { title: "Start the run", keys: ["enter", "ctrl+s"], footerLabel: "run" },
    choice: { title: "Choose image or Hub space", footerLabel: "source" },
    next: "field",
  },
  more,
);
