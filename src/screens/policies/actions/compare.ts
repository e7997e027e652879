import { revisionBase } from "../../../policy-service/policy-page.ts";
import type { Candidate } from "../../../tui/completion.ts";
import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { closeDialog, closeDialogs, navSlice, openDialog } from "../../../tui/state/nav.ts";
import { textField } from "../../../tui/text-field.ts";
import type { Command } from "../../app.ts";
import { changeCommand, diffCommand } from "../detail/diff-lines.ts";
import { compareForm, folderForm } from "../dialogs/compare-form.ts";
import {
  folderChangesKind,
  requireChangedFile,
  requireOtherBaseline,
  selectedDifference,
} from "../dialogs/folder-changes.ts";
import { requirePage, requirePolicies, requireReadable } from "../disabled-reasons.ts";
import { chooseBase, chooseBaseline, showChanges } from "../operations/compared-version.ts";
import { openFor } from "../operations/show-done.ts";
import type { PoliciesApp, PoliciesRunning } from "../running.ts";
import { shownPage } from "../select/selection.ts";
import { folderSlice } from "../state/list.ts";
import { changeSelected, chosenBase, policiesSlice, setPolicies } from "../state/policies.ts";

/** Shows the policy's changes since the baseline, and compares with the baseline from now on. */
async function compareWithBaseline(app: PoliciesApp): Promise<void> {
  const { store } = app;
  const policies = policiesSlice.get(store.get());
  const path = shownPage(policies)?.path;
  if (path === undefined) return;
  // The first key shows the chosen comparison, the next one ends it.
  if (chosenBase(store.get(), path) === null || policies.pane !== "diff") showChanges(store);
  else await chooseBase(app, path, null);
}

/** Opens the form with the revisions of the shown policy. */
async function openCompare({ store, running }: PoliciesApp): Promise<void> {
  const path = shownPage(policiesSlice.get(store.get()))?.path;
  if (path === undefined) return;
  const revisions = await running.service.revisions(path);
  openFor(store, path, compareForm(path, revisions, policiesSlice.get(store.get())));
}

/** Opens the form with the revisions of the directory. */
async function openFolderCompare(app: PoliciesApp): Promise<void> {
  const { store, services, running } = app;
  if (services.policyFolder === null) return;
  const revisions = await running.service.revisions(services.policyFolder.path);
  const { screen, dialogs } = navSlice.get(store.get());
  const isListed = policiesSlice.get(store.get()).focus === "list";
  // The person has gone on.
  if (screen !== "policies" || dialogs.length > 0 || !isListed) return;
  store.dispatch(openDialog(folderForm(revisions, firstSuggestion(app))));
}

/** Returns the revision of the last comparison, otherwise the main branch if it lacks commits, or null. */
function firstSuggestion({ store, running: { lastRevision } }: PoliciesApp): Candidate | null {
  if (lastRevision !== "") return { text: lastRevision, note: "the last comparison" };
  const { unmerged } = folderSlice.get(store.get());
  return unmerged === null ? null : { text: unmerged.branch, note: "the main branch" };
}

/** Opens the selected policy of the list, compared with the revision. */
async function openChange(app: PoliciesApp): Promise<void> {
  const { store } = app;
  const open = folderChangesKind.find(store.get());
  const change = selectedDifference(store.get());
  if (open === null || change === null || change.path === null) return;
  const { path, kind, name } = change;
  if (policiesSlice.get(store.get()).files.every((file) => file.path !== path)) {
    showMessage(store, "warn", `${name} is gone: it was deleted or renamed`);
    return;
  }
  store.batch(() => {
    store.dispatch(closeDialog());
    store.dispatch(
      setPolicies({ filter: textField(""), selectedPath: path, focus: "matrix", openedFrom: open }),
    );
  });
  if (kind === "new" || kind === "unreadable") return;
  await chooseBase(app, path, revisionBase(open.revision));
}

/**
 * Makes the revision of the list of differing policies the baseline from now on.
 * @throws {VersionUnreadableError} git no longer has the revision
 */
async function compareListed(app: PoliciesApp): Promise<void> {
  const { store, running } = app;
  const open = folderChangesKind.find(store.get());
  if (open === null) return;
  await chooseBaseline(app, open.revision);
  store.dispatch(closeDialogs(open.kind));
  running.load();
}

/** Commands of the comparison of a policy with another version. */
export const compareCommands: readonly Command<PoliciesRunning>[] = [
  {
    id: diffCommand,
    scope: "policy",
    ...act("view"),
    title: "Show changes since the baseline",
    footerLabel: "diff",
    disabledReason: requirePage,
    run: compareWithBaseline,
  },
  {
    id: "policy.compare",
    scope: "policy",
    ...act("compare"),
    title: "Compare with another version",
    disabledReason: requireReadable,
    run: openCompare,
  },
  {
    id: "policies.compare",
    scope: "policies",
    ...act("compare"),
    title: "Compare with a revision",
    disabledReason: requirePolicies,
    run: openFolderCompare,
  },
  {
    id: "folder-changes.open",
    scope: "folder-changes",
    ...act("open"),
    title: "Open the selected policy",
    footerLabel: "open",
    disabledReason: requireChangedFile,
    run: openChange,
  },
  {
    id: "folder-changes.baseline",
    scope: "folder-changes",
    ...act("compare"),
    title: "Compare the list with it",
    footerLabel: "compare list",
    disabledReason: requireOtherBaseline,
    run: compareListed,
  },
  {
    id: "folder-changes.close",
    scope: "folder-changes",
    ...act("back", "leave"),
    title: "Close",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
  {
    id: changeCommand,
    scope: internal,
    keys: [],
    title: "Select a change",
    run: ({ store }, index) => store.dispatch(changeSelected(Number(index))),
  },
];
