import { readdirSync, statSync } from "node:fs";
import { typedPath } from "../../../engine/directories.ts";
import { type ExportKind, exportFormats, exportKinds } from "../../../engine/export/formats.ts";
import type { Selection } from "../../../store/selection.ts";
import { line, span } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { options } from "../../../tui/dialogs/form-lines.ts";
import { type FormState, untouched } from "../../../tui/dialogs/form.ts";
import { act } from "../../../tui/records/acts.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import type { DeliveriesForm } from "../running.ts";
import type { BulkExport } from "../state/work.ts";
import { askToReplace } from "../work/ask-to-replace.ts";

/** Form of an export of deliveries. */
export interface ExportForm extends FormState {
  readonly kind: "export";
  readonly selection: Selection;
  /** Number of deliveries, or null before counting. */
  readonly total: number | null;
  readonly focus: "format" | "path";
  readonly as: ExportKind;
  readonly path: TextField;
}

const exportKind = dialogKind<ExportForm>("export");

function proposedPath(kind: ExportKind): string {
  return `deliveries${exportFormats[kind].extension}`;
}

export function exportForm(selection: Selection, total: number | null): ExportForm {
  return {
    ...untouched,
    kind: "export",
    selection,
    total,
    focus: "format",
    as: "ndjson",
    path: textField(proposedPath("ndjson")),
  };
}

/** Changes the format, and the path unless it was typed. */
function withFormat(open: ExportForm, by: 1 | -1): ExportForm {
  const index = exportKinds.indexOf(open.as) + by + exportKinds.length;
  const as = exportKinds[index % exportKinds.length] ?? "ndjson";
  const isTyped = open.path.value !== proposedPath(open.as);
  return { ...open, as, path: isTyped ? open.path : textField(proposedPath(as)) };
}

/** Returns true if an export would replace a file or files of a directory. */
function replaces({ as, path }: BulkExport): boolean {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return false;
    return exportFormats[as].output === "file" || !found.isDirectory() || readdirSync(path).length > 0;
  } catch {
    // Writing reports why the path cannot be used.
    return false;
  }
}

const form: DeliveriesForm<ExportForm> = {
  kind: exportKind,
  id: "export",
  inputs: [
    {
      type: "choice",
      name: "format",
      label: v`Format`,
      draw: ({ as }) =>
        options(...exportKinds.map((kind) => [exportFormats[kind].label, kind === as] as const)),
      values: ({ as }) => ({
        texts: exportKinds.map((kind) => exportFormats[kind].label),
        index: exportKinds.indexOf(as),
      }),
      step: withFormat,
    },
    {
      type: "text",
      name: "path",
      label: v`Path`,
      placeholder: v`deliveries.ndjson`,
      get: ({ path }) => path,
      put: (open, path) => ({ ...open, path }),
      check: ({ path }) => (path.value.trim() === "" ? "Write a path." : null),
    },
  ],
  async submit({ selection, total, as, path }, app) {
    const work: BulkExport = {
      kind: "export",
      selection,
      total,
      as,
      path: typedPath(path.value),
      force: false,
    };
    return () => (replaces(work) ? askToReplace(app, work) : app.running.startWork(work));
  },
};

export const exportDialog = createFormDialog(form, {
  helpTitle: "Export dialog",
  title: ({ total }) =>
    total === null ? v`Export all matching deliveries` : v`Export ${plural(total, "delivery", "deliveries")}`,
  about: () => [
    line(span(v`Oldest first. Bodies and headers are included; secrets are not stored.`, "muted")),
  ],
  busyText: v`Starting…`,
  submit: { title: "Export", ...act("open", "save"), footerLabel: "export" },
  choice: { title: "Select next format", previous: "Select previous format", footerLabel: "format" },
  next: "field",
});
