import { VersionUnreadableError } from "../../../policy-files/errors.ts";
import { type CompareBase, head } from "../../../policy-service/policy-page.ts";
import { openDialog } from "../../../tui/state/nav.ts";
import type { Store } from "../../../tui/state/store.ts";
import type { PoliciesApp } from "../running.ts";
import { selectedPolicy } from "../select/selection.ts";
import { baselineKept } from "../state/list.ts";
import { baseChosen, baselineChosen, changesShown, policiesSlice, setPolicies } from "../state/policies.ts";

/**
 * Makes a revision the baseline from the next scan on, and for later starts.
 * @throws {VersionUnreadableError} git lacks the revision; the baseline stays
 */
export async function chooseBaseline(
  { store, services: { policyFolder: folder }, running }: PoliciesApp,
  revision: string,
): Promise<void> {
  const why = await running.service.revisionProblem(folder?.path ?? ".", revision);
  if (why !== null) {
    throw new VersionUnreadableError({
      what: `the list cannot be compared with ${revision}`,
      why,
      hint: "Choose a branch, a tag or a commit",
    });
  }
  store.dispatch(baselineChosen(revision));
  if (folder === null) return;
  const isUsual = revision === (folder.baseline ?? head.name);
  store.dispatch(baselineKept(folder.path, isUsual ? null : revision));
}

/** Compares a policy with a version (null: the baseline) from now on, and shows the changes. */
export async function chooseBase(
  { store, running }: PoliciesApp,
  path: string,
  base: CompareBase | null,
): Promise<void> {
  const { baseline } = policiesSlice.get(store.get());
  const isUsual = base?.kind === "revision" && base.name === baseline;
  store.dispatch(baseChosen(path, isUsual ? null : base));
  await running.recheck(path);
  showChanges(store);
}

export function showChanges(store: Store): void {
  store.dispatch(changesShown());
  store.dispatch(setPolicies({ focus: "detail" }));
}

/**
 * Compares the selected policy with the baseline again, and returns to the list of differing policies if it came from
 * there.
 */
export function endComparison(store: Store): void {
  const policies = policiesSlice.get(store.get());
  const { openedFrom } = policies;
  const path = selectedPolicy(policies)?.path;
  if (path === undefined) return;
  const { [path]: base, ...bases } = policies.bases;
  if (base !== undefined) store.dispatch(setPolicies({ bases, page: null }));
  if (openedFrom?.policies[openedFrom.view.selected]?.path !== path) return;
  store.dispatch(setPolicies({ openedFrom: null }));
  store.dispatch(openDialog(openedFrom));
}
