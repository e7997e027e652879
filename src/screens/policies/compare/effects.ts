import { basename } from "node:path";
import { VersionUnreadableError } from "../../../policy-files/errors.ts";
import { openFor } from "../open-for.ts";
import type { CompareBase, Comparison } from "../page/compare-base.ts";
import type { PolicyParts } from "../parts.ts";
import { shownPage } from "../selection.ts";
import { baseChosen, changesShown, chosenBase, policiesSlice, setPolicies } from "../state.ts";
import { compareForm } from "./compare-form.ts";

export interface CompareEffects {
  /** Shows the changes of the shown policy since HEAD, and compares it with HEAD from now on. */
  compareWithHead(): Promise<void>;
  /** Opens the form with the revisions of the shown policy. */
  openCompare(): Promise<void>;
  /**
   * Compares a policy with a version from now on, and shows the changes.
   * @throws {VersionUnreadableError} it stays compared with what it was
   */
  compareWith(path: string, base: CompareBase): Promise<void>;
}

function problemOf({ diff }: Comparison): string | null {
  return "problem" in diff ? diff.problem : null;
}

/** Creates the effects that compare a policy with another version. */
export function createCompareEffects({ store, thread, recheck }: PolicyParts): CompareEffects {
  async function choose(path: string, base: CompareBase | null): Promise<void> {
    store.dispatch(baseChosen(path, base));
    await recheck(path);
    showChanges();
  }

  function showChanges(): void {
    store.dispatch(changesShown());
    store.dispatch(setPolicies({ focus: "detail" }));
  }

  return {
    async compareWithHead() {
      const path = shownPage(policiesSlice.get(store.get()))?.path;
      if (path === undefined) return;
      if (chosenBase(store.get(), path) === null) showChanges();
      else await choose(path, null);
    },
    async openCompare() {
      const path = shownPage(policiesSlice.get(store.get()))?.path;
      if (path === undefined) return;
      const revisions = await thread.revisions(path);
      openFor(store, path, compareForm(path, revisions, policiesSlice.get(store.get())));
    },
    async compareWith(path, base) {
      const page = await thread.check(path, base);
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
  };
}
