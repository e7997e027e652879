import { VersionUnreadableError } from "../../../policy-files/errors.ts";
import type { KnownRevision } from "../../../policy-files/git/list-revisions.ts";
import { head } from "../../../policy-service/policy-page.ts";
import { line, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { type Candidate, completeText } from "../../../tui/completion.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { type FormState, untouched } from "../../../tui/dialogs/form.ts";
import { dialogKind, openDialog } from "../../../tui/state/nav.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import type { Form } from "../../app.ts";
import type { PoliciesApp, PoliciesRunning } from "../running.ts";
import type { FolderChanges } from "../select/policies-state.ts";

/** Form of the revision to compare the directory with. */
export interface FolderForm extends FormState {
  readonly kind: "policies-compare";
  readonly focus: "revision";
  readonly revision: TextField;
  readonly revisions: readonly Candidate[];
}

const formKind = dialogKind<FolderForm>("policies-compare");

/** Creates the form with the revisions to choose from. @param first first suggestion; null for none */
export function folderForm(revisions: readonly KnownRevision[], first: Candidate | null): FolderForm {
  return {
    ...untouched,
    kind: "policies-compare",
    focus: "revision",
    suggestions: { chosen: null },
    revision: textField(""),
    revisions: [
      ...(first === null ? [] : [first]),
      ...[
        { text: head.name, note: "the last commit" },
        ...revisions.map(({ name, note }) => ({ text: name, note })),
      ].filter(({ text }) => text !== first?.text),
    ],
  };
}

/**
 * Compares the policies of the directory with a revision. Resolves with what lists those that differ.
 * @throws {VersionUnreadableError} git does not give the revision
 */
async function compareFolder(
  { store, services, running }: PoliciesApp,
  revision: string,
): Promise<() => void> {
  const found = await running.service.folderChanges(services.policyFolder?.path ?? ".", revision);
  if ("problem" in found) {
    throw new VersionUnreadableError({
      what: `the directory cannot be compared with ${revision}`,
      why: found.problem,
      hint: "Write a branch, a tag or a commit",
    });
  }
  running.lastRevision = revision;
  const list: FolderChanges = { kind: "folder-changes", ...found, view: { selected: 0, top: 0 } };
  return () => store.dispatch(openDialog(list));
}

const form: Form<FolderForm, PoliciesRunning> = {
  kind: formKind,
  id: "policies-compare",
  inputs: [
    {
      type: "text",
      name: "revision",
      label: v`With`,
      placeholder: v`v1.0 or main~3`,
      get: ({ revision }) => revision,
      put: (open, revision) => ({ ...open, revision }),
      complete: ({ value }, { revisions }) => completeText(value, revisions),
      opensEmpty: true,
      submitsSuggestion: true,
      check: ({ revision }) => (revision.value.trim() === "" ? "Write a revision." : null),
    },
  ],
  inputOf: () => "revision",
  submit: (open, app) => compareFolder(app, open.revision.value.trim()),
};

export const folderFormDialog = createFormDialog(form, {
  helpTitle: "Comparison of all policies",
  title: () => v`Compare all policies`,
  about: () => [line(span(v`Lists those that differ, as policy diff does with a directory.`, "muted"))],
  busyText: v`Comparing…`,
  submit: { title: "Compare", keys: ["enter", "ctrl+s"], footerLabel: "compare" },
});
