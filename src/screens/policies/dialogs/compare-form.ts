import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { typedPath } from "../../../engine/directories.ts";
import { VersionUnreadableError } from "../../../policy-files/errors.ts";
import type { KnownRevision } from "../../../policy-files/git/list-revisions.ts";
import { type CompareBase, type Comparison, head } from "../../../policy-service/policy-page.ts";
import { line, span } from "../../../text/line.ts";
import { truncate } from "../../../text/truncate.ts";
import { v } from "../../../text/visible.ts";
import { type Candidate, completeText } from "../../../tui/completion.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { type FormState, untouched } from "../../../tui/dialogs/form.ts";
import { act } from "../../../tui/records/acts.ts";
import { dialogKind, openDialog } from "../../../tui/state/nav.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import type { Form } from "../../app.ts";
import { chooseBase } from "../operations/compared-version.ts";
import type { PoliciesApp, PoliciesRunning } from "../running.ts";
import type { FolderChanges, PoliciesState } from "../select/policies-state.ts";
import { policiesSlice } from "../state/policies.ts";

/** Form of the version to compare a policy with. */
export interface CompareForm extends FormState {
  readonly kind: "policy-compare";
  readonly focus: "version";
  /** Path of the policy. */
  readonly path: string;
  /** Path of the policy within the directory. */
  readonly name: string;
  readonly version: TextField;
  readonly revisions: readonly Candidate[];
  /** Other policies of the directory, by their names in it. */
  readonly policies: readonly (Candidate & { readonly path: string })[];
}

const compareKind = dialogKind<CompareForm>("policy-compare");

/** Creates the form with what there is to choose. */
export function compareForm(
  path: string,
  revisions: readonly KnownRevision[],
  { files }: Pick<PoliciesState, "files">,
): CompareForm {
  const inGit = revisions.map(({ name, note }) => ({ text: name, note }));
  return {
    ...untouched,
    kind: "policy-compare",
    focus: "version",
    suggestions: { chosen: null },
    path,
    name: files.find((file) => file.path === path)?.name ?? basename(path),
    version: textField(""),
    revisions: inGit.length === 0 ? [] : [{ text: head.name, note: "the last commit" }, ...inGit],
    policies: files
      .filter((file) => file.path !== path)
      .map((file) => ({ text: file.name, path: file.path, note: file.summary?.regime ?? "policy" })),
  };
}

/** Returns the version named by the text: a suggestion, an existing file, or otherwise a revision. */
function baseOf({ version, revisions, policies }: CompareForm): CompareBase {
  const name = version.value.trim();
  if (revisions.some(({ text }) => text === name)) return { kind: "revision", name };
  const policy = policies.find(({ text }) => text === name);
  if (policy !== undefined) return { kind: "file", name, path: policy.path };
  const path = typedPath(name);
  return existsSync(path) ? { kind: "file", name, path } : { kind: "revision", name };
}

function versionFault(open: CompareForm): string | null {
  const name = open.version.value.trim();
  if (name === "") return "Write a revision or a file.";
  const isRevision = open.revisions.some(({ text }) => text === name);
  const isItself = name === open.name || typedPath(name) === resolve(open.path);
  return isItself && !isRevision ? "That is this document." : null;
}

/**
 * Compares a policy with a version from now on, and shows the changes.
 * @throws {VersionUnreadableError} the comparison stays unchanged
 */
async function compareWith(app: PoliciesApp, path: string, base: CompareBase): Promise<void> {
  const { baseline } = policiesSlice.get(app.store.get());
  const page = await app.running.service.check(path, base, baseline);
  const why = page === null ? "it was removed" : problemOf(page.compared);
  if (why !== null) {
    throw new VersionUnreadableError({
      what: `${basename(path)} cannot be compared with ${base.name}`,
      why,
      hint: base.kind === "revision" ? "Write a revision or an existing file" : "Choose another file",
    });
  }
  await chooseBase(app, path, base);
}

function problemOf({ diff }: Comparison): string | null {
  return "problem" in diff ? diff.problem : null;
}

const versionInput: Form<CompareForm, PoliciesRunning> = {
  kind: compareKind,
  id: "policy-compare",
  inputs: [
    {
      type: "text",
      name: "version",
      label: v`With`,
      placeholder: v`v1.0, main~3, or a file`,
      get: ({ version }) => version,
      put: (open, version) => ({ ...open, version }),
      complete: ({ value }, { revisions, policies }) => completeText(value, [...revisions, ...policies]),
      opensEmpty: true,
      submitsSuggestion: true,
      check: versionFault,
    },
  ],
  inputOf: () => "version",
  async submit(open, app) {
    await compareWith(app, open.path, baseOf(open));
    return () => {};
  },
};

export const compareDialog = createFormDialog(versionInput, {
  helpTitle: "Comparison of a policy",
  title: ({ name }, width) => truncate(v`Compare ${name}`, Math.max(1, width - 2), { where: "middle" }),
  about: () => [line(span(v`A policy of another vertical is compared by axis.`, "muted"))],
  busyText: v`Comparing…`,
  submit: { title: "Compare", ...act("open", "save"), footerLabel: "compare" },
});

/** Form of the revision to compare the directory with. */
export interface FolderForm extends FormState {
  readonly kind: "policies-compare";
  readonly focus: "revision";
  readonly revision: TextField;
  readonly revisions: readonly Candidate[];
}

const revisionKind = dialogKind<FolderForm>("policies-compare");

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
 * Compares the policies of the directory with a revision. Resolves with the list of differing ones.
 * @throws {VersionUnreadableError} git lacks the revision
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

const revisionInput: Form<FolderForm, PoliciesRunning> = {
  kind: revisionKind,
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

export const folderFormDialog = createFormDialog(revisionInput, {
  helpTitle: "Comparison of all policies",
  title: () => v`Compare all policies`,
  about: () => [line(span(v`Lists the policies that differ, like policy diff for a directory.`, "muted"))],
  busyText: v`Comparing…`,
  submit: { title: "Compare", ...act("open", "save"), footerLabel: "compare" },
});
