import { basename } from "node:path";
import { parseQuorum } from "../../../policy/fields/quorum.ts";
import { missingText } from "../../../policy/seal/missing-text.ts";
import { isComplete, type QuorumCounts, withSigner } from "../../../policy/seal/signing-rule.ts";
import { plural } from "../../../text/numbers.ts";
import { ask, type QuestionLine } from "../../../tui/dialogs/confirm.ts";
import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { closeDialog } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { Command } from "../../app.ts";
import { historyKind, noProof, type SealHistoryDialog } from "../dialogs/seal-history.ts";
import {
  nextSigner,
  openProposal,
  type SealDialog,
  sealingOf,
  sealKind,
  signersOf,
} from "../dialogs/seal.ts";
import { requireOwnFile, requirePage, requireReadable } from "../disabled-reasons.ts";
import { readKeys } from "../follow/seal-dialogs.ts";
import { openFor } from "../operations/show-done.ts";
import type { PoliciesApp, PoliciesRunning } from "../running.ts";
import { selectedClause, selectedPolicy, shownPage } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";

const requireReceipt = (state: AppState) => {
  const needed = requirePage(state);
  if (needed !== null) return needed;
  const { standing, receipts } = shownPage(policiesSlice.get(state))?.seal ?? {};
  return receipts === 0 && standing !== "broken" ? "the policy is not sealed" : null;
};

const requireSealable = (state: AppState) => {
  const { page, concerns } = sealingOf(state) ?? {};
  if (page === undefined || concerns?.sha256 !== page.sha256) return "the policy is still loading";
  return page.summary.verdict === "errors" || page.summary.verdict === "unreadable"
    ? "the policy has errors"
    : null;
};

const requireSignature = (state: AppState) => {
  const unsealable = requireSealable(state);
  if (unsealable !== null) return unsealable;
  const { page, signer } = sealingOf(state) ?? {};
  if (page === undefined || openProposal(page) === null) return "no seal is proposed";
  if (signer === undefined || signer === null) return "the policy names no nodes";
  return signer.standing === "signed" ? "the node has signed" : null;
};

const requireProof = (state: AppState) => {
  const open = historyKind.find(state);
  return open === null || open.history.proof === null ? noProof(open?.clauseId ?? null) : null;
};

/** Lists the concerns for a signer, most serious first. */
function concernLines(state: AppState): readonly QuestionLine[] {
  const { list = [] } = sealingOf(state)?.concerns ?? {};
  return list.flatMap(({ words, values, tone }) =>
    [words, ...values.map((value) => `· ${value}`)].map((text) => ({ text, tone })),
  );
}

/** Says what a signature completes. */
function signatureWords(after: QuorumCounts): string {
  if (isComplete(after)) return "This completes the quorum and appends the receipt.";
  if (after.previous !== null) return `Then missing: ${missingText(after)}.`;
  return `This is signature ${after.signed.length} of ${parseQuorum(after.quorum).needed}.`;
}

const nameOf = (state: AppState) => selectedPolicy(policiesSlice.get(state))?.name ?? "";

/** Opens the dialog that proposes and signs. */
async function openSeal({ store, running }: PoliciesApp): Promise<void> {
  const page = shownPage(policiesSlice.get(store.get()));
  if (page === null) return;
  const [{ keys, problem }, concerns] = await Promise.all([
    readKeys(running.service, page),
    running.service.sealConcerns(page.path, page.baseline),
  ]);
  running.concernsOf = page;
  const view = { selected: nextSigner(signersOf(page, keys), 0), top: 0 };
  const dialog: SealDialog = { kind: "seal", keys, problem, concerns, view };
  openFor(store, page.path, dialog);
}

/**
 * Changes the seal of the shown content, and shows the resulting policy.
 * @param change returns the result in words
 */
async function changeSeal(
  { store, running }: PoliciesApp,
  change: (path: string, sha256: string) => Promise<string>,
): Promise<void> {
  const page = shownPage(policiesSlice.get(store.get()));
  if (page === null || page.sha256 === null) return;
  try {
    const done = await change(page.path, page.sha256);
    await running.recheck(page.path);
    showMessage(store, "ok", done);
  } catch (error) {
    // Shows the content that the refusal is about.
    await running.recheck(page.path);
    throw error;
  }
}

/** Proposes a seal of the content that is shown. */
async function proposeSeal(app: PoliciesApp, argument?: string): Promise<void> {
  await changeSeal(app, async (path, sha256) => {
    await app.running.service.sealPropose(path, sha256, argument === "replace");
    return `Proposed a seal of ${basename(path)}`;
  });
}

/** Signs the proposal as the selected node, and selects the next node that can sign here. */
async function signSeal(app: PoliciesApp): Promise<void> {
  const { store, running } = app;
  await changeSeal(app, async (path, sha256) => {
    const node = sealingOf(store.get())?.signer?.node ?? "";
    const { missing, receiptId } = await running.service.sealSign(path, sha256, node);
    if (receiptId !== null) return `Sealed ${basename(path)}: receipt ${receiptId} appended`;
    return `Signed ${basename(path)} as ${node}; missing ${missing}`;
  });
  const page = shownPage(policiesSlice.get(store.get()));
  if (page === null || openProposal(page) === null) return;
  sealKind.change(store, (open) => {
    const selected = nextSigner(signersOf(page, open.keys), open.view.selected);
    return { ...open, view: { ...open.view, selected } };
  });
}

/** Opens the receipts, with the proof of the selected clause. */
async function openHistory({ store, running }: PoliciesApp): Promise<void> {
  const page = shownPage(policiesSlice.get(store.get()));
  if (page === null) return;
  const clauseId = selectedClause(policiesSlice.get(store.get()))?.id ?? null;
  const history = await running.service.sealHistory(page.path, clauseId);
  running.historyOf = page;
  const dialog: SealHistoryDialog = { kind: "seal-history", clauseId, history, top: 0 };
  openFor(store, page.path, dialog);
}

/** Writes the proof of the clause beside the policy. */
async function saveProof({ store, running }: PoliciesApp): Promise<void> {
  const open = historyKind.find(store.get());
  const page = shownPage(policiesSlice.get(store.get()));
  if (page === null || open === null || open.clauseId === null) return;
  const path = await running.service.sealProof(page.path, open.clauseId);
  showMessage(store, "ok", `Saved ${basename(path)}`);
}

/** Commands of the seal of the open policy. */
export const sealCommands: readonly Command<PoliciesRunning>[] = [
  {
    id: "policy.seal",
    scope: "policy",
    ...act("moreSeal"),
    title: "Propose or sign a seal",
    footerLabel: "seal",
    disabledReason: (state) => requireReadable(state) ?? requireOwnFile(state),
    run: openSeal,
  },
  {
    id: "policy.verify",
    scope: "policy",
    ...act("moreVerify"),
    title: "Verify the seal and its proofs",
    disabledReason: requireReceipt,
    run: openHistory,
  },
  {
    id: "seal.propose",
    scope: "seal",
    ...act("create"),
    title: "Propose a seal",
    footerLabel: "propose",
    disabledReason: requireSealable,
    run({ store, run }) {
      const { page } = sealingOf(store.get()) ?? {};
      const signed = page === undefined ? [] : (openProposal(page)?.signed ?? []);
      const isReplaced = page?.seal.proposal !== null && page !== undefined;
      const replaced = isReplaced
        ? [`This replaces the existing proposal and its ${plural(signed.length, "signature")}.`]
        : [];
      const lines = [...concernLines(store.get()), ...replaced];
      const argument = isReplaced ? "replace" : "";
      if (lines.length === 0) run("seal.propose-asked", argument);
      else {
        ask(store, {
          title: `Propose a seal of ${nameOf(store.get())}?`,
          lines,
          verb: "propose",
          command: "seal.propose-asked",
          argument,
        });
      }
    },
  },
  {
    id: "seal.propose-asked",
    scope: internal,
    keys: [],
    title: "Confirm the proposal",
    run: proposeSeal,
  },
  {
    id: "seal.sign",
    scope: "seal",
    ...act("open"),
    title: "Sign as the selected node",
    footerLabel: "sign",
    disabledReason: requireSignature,
    run({ store }) {
      const { page, signer } = sealingOf(store.get()) ?? {};
      const proposal = page === undefined ? null : openProposal(page);
      const node = signer?.node ?? "";
      const after = proposal === null ? null : withSigner(proposal, node);
      ask(store, {
        title: `Sign ${nameOf(store.get())} as ${node}?`,
        lines: [
          ...concernLines(store.get()),
          ...(after === null ? [] : [signatureWords(after)]),
          "A receipt cannot be removed.",
        ],
        verb: "sign",
        command: "seal.sign-asked",
      });
    },
  },
  {
    id: "seal.sign-asked",
    scope: internal,
    keys: [],
    title: "Confirm the signature",
    run: signSeal,
  },
  {
    id: "seal.close",
    scope: "seal",
    ...act("back", "leave"),
    title: "Close",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
  {
    id: "seal-history.save",
    scope: "seal-history",
    ...act("export"),
    title: "Save the proof",
    footerLabel: "save proof",
    disabledReason: requireProof,
    run: saveProof,
  },
  {
    id: "seal-history.close",
    scope: "seal-history",
    ...act("back", "leave"),
    title: "Close",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
