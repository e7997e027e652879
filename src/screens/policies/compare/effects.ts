import { basename } from "node:path";
import { VersionUnreadableError } from "../../../policy-files/errors.ts";
import { type CompareBase, type Comparison, revisionBase } from "../../../policy-service/policy-page.ts";
import type { Candidate } from "../../../tui/completion.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { closeDialog, closeDialogs, navSlice, openDialog } from "../../../tui/state/nav.ts";
import { textField } from "../../../tui/text-field.ts";
import { openFor } from "../kit/open-for.ts";
import { folderSlice } from "../list/state.ts";
import type { PolicyParts } from "../parts.ts";
import type { FolderChanges } from "../select/policies-state.ts";
import { shownPage } from "../select/selection.ts";
import { baseChosen, changesShown, chosenBase, policiesSlice, setPolicies } from "../state.ts";
import { chooseBaseline } from "./choose-baseline.ts";
import { compareForm } from "./compare-form.ts";
import { folderChangesKind, selectedDifference } from "./folder-dialog.ts";
import { folderForm } from "./folder-form.ts";

export interface CompareEffects {
  /** Shows the changes of the shown policy since the baseline, and compares it with that from now on. */
  compareWithBaseline(): Promise<void>;
  /** Opens the form with the revisions of the shown policy. */
  openCompare(): Promise<void>;
  /**
   * Compares a policy with a version from now on, and shows the changes.
   * @throws {VersionUnreadableError} it stays compared with what it was
   */
  compareWith(path: string, base: CompareBase): Promise<void>;
  /** Opens the form with the revisions of the directory. */
  openFolderCompare(): Promise<void>;
  /**
   * Compares the policies of the directory with a revision. Resolves with what lists those that differ.
   * @throws {VersionUnreadableError} git does not give the revision
   */
  compareFolder(revision: string): Promise<() => void>;
  /** Opens the selected one of the listed policies, compared with the revision. */
  openChange(): Promise<void>;
  /**
   * Compares the list of policies with the revision of the list of differing ones from now on.
   * @throws {VersionUnreadableError} git does not give the revision any more
   */
  chooseBaseline(): Promise<void>;
}

function problemOf({ diff }: Comparison): string | null {
  return "problem" in diff ? diff.problem : null;
}

/**
 * Creates the effects that compare a policy with another version, and choose the baseline.
 * @param load scans the directory, and checks the files that changed
 */
export function createCompareEffects(parts: PolicyParts, load: () => void): CompareEffects {
  const { store, service, recheck, folder } = parts;
  /** Revision that the directory was compared with last. */
  let lastRevision = "";

  async function choose(path: string, base: CompareBase | null): Promise<void> {
    const { baseline } = policiesSlice.get(store.get());
    const isUsual = base?.kind === "revision" && base.name === baseline;
    store.dispatch(baseChosen(path, isUsual ? null : base));
    await recheck(path);
    showChanges();
  }

  function showChanges(): void {
    store.dispatch(changesShown());
    store.dispatch(setPolicies({ focus: "detail" }));
  }

  /** Returns the revision of the last comparison, or else the main branch if it lacks commits; null for none. */
  function firstSuggestion(): Candidate | null {
    if (lastRevision !== "") return { text: lastRevision, note: "the last comparison" };
    const { unmerged } = folderSlice.get(store.get());
    return unmerged === null ? null : { text: unmerged.branch, note: "the main branch" };
  }

  return {
    async compareWithBaseline() {
      const policies = policiesSlice.get(store.get());
      const path = shownPage(policies)?.path;
      if (path === undefined) return;
      // The first key shows the chosen comparison, the next one ends it.
      if (chosenBase(store.get(), path) === null || policies.pane !== "diff") showChanges();
      else await choose(path, null);
    },
    async openCompare() {
      const path = shownPage(policiesSlice.get(store.get()))?.path;
      if (path === undefined) return;
      const revisions = await service.revisions(path);
      openFor(store, path, compareForm(path, revisions, policiesSlice.get(store.get())));
    },
    async compareWith(path, base) {
      const page = await service.check(path, base, policiesSlice.get(store.get()).baseline);
      const why = page === null ? "it was removed" : problemOf(page.compared);
      if (why !== null) {
        throw new VersionUnreadableError({
          what: `${basename(path)} cannot be compared with ${base.name}`,
          why,
          hint: base.kind === "revision" ? "Write a revision or an existing file" : "Choose another file",
        });
      }
      await choose(path, base);
    },
    async openFolderCompare() {
      if (folder === null) return;
      const revisions = await service.revisions(folder.path);
      const { screen, dialogs } = navSlice.get(store.get());
      const isListed = policiesSlice.get(store.get()).focus === "list";
      // The person has gone on.
      if (screen !== "policies" || dialogs.length > 0 || !isListed) return;
      store.dispatch(openDialog(folderForm(revisions, firstSuggestion())));
    },
    async compareFolder(revision) {
      const found = await service.folderChanges(folder?.path ?? ".", revision);
      if ("problem" in found) {
        throw new VersionUnreadableError({
          what: `the directory cannot be compared with ${revision}`,
          why: found.problem,
          hint: "Write a branch, a tag or a commit",
        });
      }
      lastRevision = revision;
      const list: FolderChanges = { kind: "folder-changes", ...found, view: { selected: 0, top: 0 } };
      return () => store.dispatch(openDialog(list));
    },
    async openChange() {
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
      await choose(path, revisionBase(open.revision));
    },
    async chooseBaseline() {
      const open = folderChangesKind.find(store.get());
      if (open === null) return;
      await chooseBaseline(parts, open.revision);
      store.dispatch(closeDialogs(open.kind));
      load();
    },
  };
}
