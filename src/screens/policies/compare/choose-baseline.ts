import { VersionUnreadableError } from "../../../policy-files/errors.ts";
import { head } from "../../../policy-service/policy-page.ts";
import { baselineKept } from "../list/state.ts";
import type { PolicyParts } from "../parts.ts";
import { baselineChosen } from "../state.ts";

/**
 * Compares the policies with a revision from the next scan on, also when the app is started again.
 * @throws {VersionUnreadableError} git does not give the revision; the baseline stays what it was
 */
export async function chooseBaseline(
  { store, service, folder }: PolicyParts,
  revision: string,
): Promise<void> {
  const why = await service.revisionProblem(folder?.path ?? ".", revision);
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
