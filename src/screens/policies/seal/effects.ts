import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { coalesce } from "../../../async/coalesce.ts";
import { isHooklensError } from "../../../model/errors.ts";
import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import { report } from "../../../tui/report.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { openFor } from "../kit/open-for.ts";
import type { PoliciesApp } from "../running.ts";
import { selectedClause, shownPage } from "../select/selection.ts";
import { policiesSlice } from "../state.ts";
import { historyKind, type SealHistoryDialog } from "./history-dialog.ts";
import { sealingOf, sealKind, type SealDialog } from "./seal-dialog.ts";
import { nextSigner, openProposal, signersOf, signingNodesOf } from "./signers.ts";

/** Interval at which the keys are read again, in milliseconds. */
const keysMs = 1_000;

export interface SealEffects {
  /** Opens the dialog that proposes and signs. */
  openSeal(): Promise<void>;
  /** Proposes a seal of the content that is shown. */
  proposeSeal(replace: boolean): Promise<void>;
  /** Signs the proposal as the selected node, and selects the next one that can sign here. */
  signSeal(): Promise<void>;
  /** Opens the receipts, with the proof of the selected clause. */
  openHistory(): Promise<void>;
  /** Writes the proof of the clause beside the policy. */
  saveProof(): Promise<void>;
  stopSeal(): void;
}

export function createSealEffects({ store, running: { service, recheck } }: PoliciesApp): SealEffects {
  const shown = () => shownPage(policiesSlice.get(store.get()));

  // The question follows the policy and its review, which others may change.
  let asked: PolicyPage | null = null;
  const readConcerns = coalesce(
    async () => {
      const page = shown();
      if (sealKind.find(store.get()) === null || page === null || page === asked) return;
      asked = page;
      const concerns = await service.sealConcerns(page.path, page.baseline);
      sealKind.change(store, (now) => ({ ...now, concerns }));
    },
    (error) => report(store, error),
  );

  // The open receipts follow the policy, which others may change or seal.
  let drawn: PolicyPage | null = null;
  const reload = coalesce(
    async () => {
      const open = historyKind.find(store.get());
      const page = shown();
      if (open === null || page === null || page === drawn) return;
      drawn = page;
      const history = await service.sealHistory(page.path, open.clauseId);
      historyKind.change(store, (now) => ({ ...now, history }));
    },
    (error) => report(store, error),
  );
  const unsubscribe = store.subscribe(() => {
    if (historyKind.find(store.get()) !== null && shown() !== drawn) reload();
    if (sealKind.find(store.get()) !== null && shown() !== asked) readConcerns();
  });

  let keysTimer: NodeJS.Timeout | undefined;

  async function keysHere(nodes: readonly string[]): Promise<Pick<SealDialog, "keys" | "problem">> {
    try {
      return { keys: await service.sealKeys(nodes), problem: null };
    } catch (error) {
      if (!isHooklensError(error)) throw error;
      return { keys: [], problem: error.message };
    }
  }

  /** Reads the keys again while the dialog is open: the line about a missing one is a command for another terminal. */
  function followKeys(): void {
    clearInterval(keysTimer);
    keysTimer = setInterval(() => {
      const page = shown();
      if (page === null || sealKind.find(store.get()) === null) clearInterval(keysTimer);
      else readKeys(page).catch((error: unknown) => report(store, error));
    }, keysMs).unref();
  }

  async function readKeys(page: PolicyPage): Promise<void> {
    const read = await keysHere(signingNodesOf(page));
    const open = sealKind.find(store.get());
    if (open === null || isDeepStrictEqual({ keys: open.keys, problem: open.problem }, read)) return;
    sealKind.change(store, (now) => ({ ...now, ...read }));
  }

  /** Runs an act on the shown content of the policy, and shows the policy after it. */
  async function act(call: (path: string, sha256: string) => Promise<string>): Promise<void> {
    const page = shown();
    if (page === null || page.sha256 === null) return;
    try {
      const done = await call(page.path, page.sha256);
      await recheck(page.path);
      showMessage(store, "ok", done);
    } catch (error) {
      // Shows the content that the refusal is about.
      await recheck(page.path);
      throw error;
    }
  }

  return {
    async openSeal() {
      const page = shown();
      if (page === null) return;
      const [{ keys, problem }, concerns] = await Promise.all([
        keysHere(signingNodesOf(page)),
        service.sealConcerns(page.path, page.baseline),
      ]);
      asked = page;
      const view = { selected: nextSigner(signersOf(page, keys), 0), top: 0 };
      const dialog: SealDialog = { kind: "seal", keys, problem, concerns, view };
      openFor(store, page.path, dialog);
      followKeys();
    },
    proposeSeal: (replace) =>
      act(async (path, sha256) => {
        await service.sealPropose(path, sha256, replace);
        return `Proposed a seal of ${basename(path)}`;
      }),
    async signSeal() {
      await act(async (path, sha256) => {
        const node = sealingOf(store.get())?.signer?.node ?? "";
        const { missing, receiptId } = await service.sealSign(path, sha256, node);
        if (receiptId !== null) return `Sealed ${basename(path)}: receipt ${receiptId} appended`;
        return `Signed ${basename(path)} as ${node}; missing ${missing}`;
      });
      const page = shown();
      if (page === null || openProposal(page) === null) return;
      sealKind.change(store, (open) => {
        const selected = nextSigner(signersOf(page, open.keys), open.view.selected);
        return { ...open, view: { ...open.view, selected } };
      });
    },
    async openHistory() {
      const page = shown();
      if (page === null) return;
      const clauseId = selectedClause(policiesSlice.get(store.get()))?.id ?? null;
      const history = await service.sealHistory(page.path, clauseId);
      drawn = page;
      const dialog: SealHistoryDialog = { kind: "seal-history", clauseId, history, top: 0 };
      openFor(store, page.path, dialog);
    },
    async saveProof() {
      const open = historyKind.find(store.get());
      const page = shown();
      if (page === null || open === null || open.clauseId === null) return;
      const path = await service.sealProof(page.path, open.clauseId);
      showMessage(store, "ok", `Saved ${basename(path)}`);
    },
    stopSeal() {
      unsubscribe();
      clearInterval(keysTimer);
    },
  };
}
