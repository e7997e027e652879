import { existsSync } from "node:fs";
import { basename, dirname, extname, join, relative } from "node:path";
import { typedPath } from "../../../engine/directories.ts";
import { head } from "../../../policy-service/policy-page.ts";
import {
  type ReviewFormatName,
  reviewFormatNames,
  reviewFormats,
} from "../../../policy/report/review/formats.ts";
import { line, span } from "../../../text/line.ts";
import { truncate } from "../../../text/truncate.ts";
import { v } from "../../../text/visible.ts";
import { confirm } from "../../../tui/dialogs/confirm.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { options } from "../../../tui/dialogs/form-lines.ts";
import { type FormState, submitForm, untouched } from "../../../tui/dialogs/form.ts";
import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { dialogKind, openDialog } from "../../../tui/state/nav.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import type { Command, Form } from "../../app.ts";
import { requireReadable } from "../disabled-reasons.ts";
import type { PoliciesRunning } from "../running.ts";
import { shownPage } from "../select/selection.ts";
import { chosenBase, policiesSlice } from "../state/policies.ts";

/** Form of a report of a review. */
export interface ReviewExportForm extends FormState {
  readonly kind: "review-export";
  readonly focus: "format" | "path";
  /** Path of the policy. */
  readonly policy: string;
  /** True for a bundled policy. */
  readonly isShipped: boolean;
  /** Revision to compare with; null for HEAD. */
  readonly revision: string | null;
  readonly format: ReviewFormatName;
  readonly path: TextField;
  /** Path of a file to replace, or null. */
  readonly replaces: string | null;
}

const exportKind = dialogKind<ReviewExportForm>("review-export");

type Reported = Pick<ReviewExportForm, "policy" | "isShipped" | "revision">;

/**
 * Returns the proposed path of a report: `policies/healthcare-review.html` beside the policy, or in the working
 * directory for a bundled policy, because an update replaces its directory.
 */
function proposedPath({ policy, isShipped }: Reported, format: ReviewFormatName): string {
  const name = `${basename(policy, extname(policy))}-review${reviewFormats[format].extension}`;
  if (isShipped) return name;
  const file = join(dirname(policy), name);
  const within = relative("", file);
  return within.startsWith("..") ? file : within;
}

/** Creates the form for a policy. */
export function reviewExportForm(reported: Reported): ReviewExportForm {
  const [format = "markdown"] = reviewFormatNames;
  return {
    ...untouched,
    ...reported,
    kind: "review-export",
    focus: "format",
    format,
    path: textField(proposedPath(reported, format)),
    replaces: null,
  };
}

/** Changes the format, and the path unless it was typed. */
function withFormat(open: ReviewExportForm, by: 1 | -1): ReviewExportForm {
  const { length } = reviewFormatNames;
  const format =
    reviewFormatNames[(reviewFormatNames.indexOf(open.format) + by + length) % length] ?? open.format;
  const isTyped = open.path.value !== proposedPath(open, open.format);
  return { ...open, format, path: isTyped ? open.path : textField(proposedPath(open, format)) };
}

const form: Form<ReviewExportForm, PoliciesRunning> = {
  kind: exportKind,
  id: "review-export",
  inputs: [
    {
      type: "choice",
      name: "format",
      label: v`Format`,
      draw: (open) =>
        options(
          ...reviewFormatNames.map((name) => [reviewFormats[name].label, name === open.format] as const),
        ),
      values: ({ format }) => ({
        texts: reviewFormatNames.map((name) => reviewFormats[name].label),
        index: reviewFormatNames.indexOf(format),
      }),
      step: withFormat,
    },
    {
      type: "text",
      name: "path",
      label: v`Path`,
      placeholder: v`review.md`,
      get: ({ path }) => path,
      put: (open, path) => ({ ...open, path }),
      check: ({ path }) => (path.value.trim() === "" ? "Write a path." : null),
    },
  ],
  asks({ path, replaces }, context) {
    const file = typedPath(path.value);
    if (replaces === file || !existsSync(file)) return false;
    confirm(context, "overwrite", {
      title: `Replace ${file}?`,
      lines: ["The file exists."],
      verb: "replace",
      command: "review-export.replace",
      argument: file,
    });
    return true;
  },
  async submit({ policy, revision, format, path, replaces }, { store, running }) {
    const file = typedPath(path.value);
    const { text, problem } = await running.service.reviewReport(policy, revision, format);
    const { writeFile } = await import("../../../engine/export/write-file.ts");
    writeFile(file, text, { replace: replaces === file });
    const done = `Exported the review of ${basename(policy)} to ${file}`;
    return () =>
      problem === null
        ? showMessage(store, "ok", done)
        : showMessage(store, "warn", `${done}. It contains only the readable part: ${problem}`);
  },
};

export const reviewExportDialog = createFormDialog(form, {
  helpTitle: "Export of a review",
  title: ({ policy }, width) =>
    truncate(v`Export the review of ${basename(policy)}`, Math.max(1, width - 2), { where: "middle" }),
  about: (state) => {
    const since = exportKind.find(state)?.revision ?? head.name;
    const text = v`Changes since ${since}, matrix, findings, decisions and receipts; HTML for print.`;
    return [line(span(text, "muted"))];
  },
  busyText: v`Saving…`,
  submit: { title: "Export", ...act("open", "save"), footerLabel: "export" },
  choice: { title: "Select next format", previous: "Select previous format", footerLabel: "format" },
  next: "field",
});

/** Commands that open the form, and replace a file after the question. */
export const reviewExportCommands: readonly Command<PoliciesRunning>[] = [
  {
    id: "policy.export-review",
    scope: "policy",
    ...act("export"),
    title: "Export the review report",
    footerLabel: "report",
    disabledReason: requireReadable,
    run({ store }) {
      const policies = policiesSlice.get(store.get());
      const path = shownPage(policies)?.path;
      if (path === undefined) return;
      const base = chosenBase(store.get(), path);
      const revision = base?.kind === "revision" ? base.name : policies.baseline;
      const reported = {
        policy: path,
        isShipped: policies.folder?.isShipped === true,
        revision: revision === head.name ? null : revision,
      };
      store.dispatch(openDialog(reviewExportForm(reported)));
    },
  },
  {
    id: "review-export.replace",
    scope: internal,
    keys: [],
    title: "Replace the report file",
    async run(context, file) {
      exportKind.change(context.store, (open) => ({ ...open, replaces: file ?? null }));
      await submitForm(form, context);
    },
  },
];
