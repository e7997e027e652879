import { statSync, writeFileSync } from "node:fs";
import { typedPath } from "../../../engine/directories.ts";
import { errorText, UsageError } from "../../../model/errors.ts";
import type { JobLogLine } from "../../../model/job.ts";
import { programText } from "../../../terminal/sgr.ts";
import { line, span } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { confirm } from "../../../tui/dialogs/confirm.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { type FormState, untouched } from "../../../tui/dialogs/form.ts";
import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import type { App, Command, Form } from "../../app.ts";
import { jobsSlice } from "../state.ts";

/** Form of a file for the output of a run. */
export interface SaveForm extends FormState {
  readonly kind: "save-output";
  readonly id: string;
  readonly path: TextField;
}

const saveKind = dialogKind<SaveForm>("save-output");

/** Creates the form for the open output of a run. */
export function saveForm(id: string): SaveForm {
  return { ...untouched, kind: "save-output", focus: "path", id, path: textField(`job-${id}.log`) };
}

/** Asks where to save the open output. */
export function openSaveForm({ store }: App): void {
  const { log } = jobsSlice.get(store.get());
  if (log !== null) store.dispatch(saveKind.open(saveForm(log.id)));
}

const form: Form<SaveForm> = {
  kind: saveKind,
  id: "save-output",
  inputs: [
    {
      type: "text",
      name: "path",
      label: v`Path`,
      placeholder: v`job.log`,
      get: ({ path }) => path,
      put: (open, path) => ({ ...open, path }),
      check: ({ path }) => (path.value.trim() === "" ? "Write a path." : null),
    },
  ],
  async submit({ path }, app) {
    const file = typedPath(path.value);
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return save(app, file);
    return () =>
      confirm(app, "overwrite", {
        title: `Replace ${file}?`,
        lines: ["The file exists."],
        verb: "replace",
        command: "jobs.save-asked",
        argument: file,
      });
  },
};

/** Command that replaces a file after the question. */
const saveAsked: Command = {
  id: "jobs.save-asked",
  scope: internal,
  keys: [],
  title: "Save a run's output",
  run: (app, path = "") => save(app, path)(),
};

export const saveDialog = createFormDialog(
  form,
  {
    helpTitle: "Save dialog",
    title: ({ id }) => v`Save the output of ${id}`,
    about: (state) => {
      const { log } = jobsSlice.get(state);
      const lines = plural(log?.lines.length ?? 0, "line");
      const rest = log?.complete === true ? v`` : v` so far`;
      return [line(span(v`${lines}${rest}, as plain text without colors.`, "muted"))];
    },
    busyText: v`Saving…`,
    submit: { title: "Save the output", ...act("open", "save"), footerLabel: "save" },
  },
  [saveAsked],
);

/**
 * Writes the open output to a file. Returns a function that reports it.
 * @throws {UsageError} the file cannot be written
 */
function save({ store }: App, path: string): () => void {
  const { lines = [] } = jobsSlice.get(store.get()).log ?? {};
  try {
    writeFileSync(path, plainText(lines), { mode: 0o600 });
  } catch (cause) {
    throw new UsageError({
      what: `the output cannot be written to ${path}`,
      why: errorText(cause),
      hint: "Choose another path",
      cause,
    });
  }
  return () => showMessage(store, "ok", `Saved ${plural(lines.length, "line")} to ${path}`);
}

function plainText(lines: readonly JobLogLine[]): string {
  return lines.map(({ text }) => `${programText(text)}\n`).join("");
}
