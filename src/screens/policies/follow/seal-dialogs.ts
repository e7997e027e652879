import { isDeepStrictEqual } from "node:util";
import { coalesce } from "../../../async/coalesce.ts";
import { isHooklensError } from "../../../model/errors.ts";
import type { PolicyService } from "../../../policy-service/client.ts";
import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import { report } from "../../../tui/report.ts";
import { historyKind } from "../dialogs/seal-history.ts";
import { type SealDialog, sealKind, signingNodesOf } from "../dialogs/seal.ts";
import type { PoliciesApp } from "../running.ts";
import { shownPage } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";

/** Interval at which the keys are read again, in milliseconds. */
const keysMs = 1_000;

/** Reads which nodes of a policy can sign here. */
export async function readKeys(
  service: PolicyService,
  page: PolicyPage,
): Promise<Pick<SealDialog, "keys" | "problem">> {
  try {
    return { keys: await service.sealKeys(signingNodesOf(page)), problem: null };
  } catch (error) {
    if (!isHooklensError(error)) throw error;
    return { keys: [], problem: error.message };
  }
}

/**
 * Rereads the contents of the open seal dialog after others changed the policy, its review or its seal.
 * @returns a function that ends it
 */
export function followSealDialogs({ store, running }: PoliciesApp): () => void {
  const { service } = running;
  const shown = () => shownPage(policiesSlice.get(store.get()));
  const fail = (error: unknown) => report(store, error);
  let keysTimer: NodeJS.Timeout | undefined;

  const readConcerns = coalesce(async () => {
    const page = shown();
    if (sealKind.find(store.get()) === null || page === null || page === running.concernsOf) return;
    running.concernsOf = page;
    const concerns = await service.sealConcerns(page.path, page.baseline);
    sealKind.change(store, (now) => ({ ...now, concerns }));
  }, fail);

  const readHistory = coalesce(async () => {
    const open = historyKind.find(store.get());
    const page = shown();
    if (open === null || page === null || page === running.historyOf) return;
    running.historyOf = page;
    const history = await service.sealHistory(page.path, open.clauseId);
    historyKind.change(store, (now) => ({ ...now, history }));
  }, fail);

  async function readKeysAgain(): Promise<void> {
    const page = shown();
    if (page === null) return;
    const read = await readKeys(service, page);
    const open = sealKind.find(store.get());
    if (open === null || isDeepStrictEqual({ keys: open.keys, problem: open.problem }, read)) return;
    sealKind.change(store, (now) => ({ ...now, ...read }));
  }

  const unsubscribe = store.subscribe(() => {
    const page = shown();
    if (historyKind.find(store.get()) !== null && page !== running.historyOf) readHistory();
    if (sealKind.find(store.get()) === null) {
      clearInterval(keysTimer);
      keysTimer = undefined;
      return;
    }
    if (page !== running.concernsOf) readConcerns();
    // The line about a missing key is a command for another terminal.
    keysTimer ??= setInterval(() => void readKeysAgain().catch(fail), keysMs).unref();
  });

  return () => {
    unsubscribe();
    clearInterval(keysTimer);
  };
}
