import { parseQuorum } from "../../../policy/fields/quorum.ts";
import { missingText } from "../../../policy/seal/missing-text.ts";
import { type QuorumCounts, isComplete, withSigner } from "../../../policy/seal/signing-rule.ts";
import { plural } from "../../../text/numbers.ts";
import { type Command, internal } from "../../../tui/commands/command.ts";
import { ask, type QuestionLine } from "../../../tui/dialogs/confirm.ts";
import { closeDialog } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { requireOwnFile, requirePage, requireReadable } from "../disabled-reasons.ts";
import { selectedPolicy, shownPage } from "../select/selection.ts";
import { policiesSlice } from "../state.ts";
import type { SealEffects } from "./effects.ts";
import { historyKind } from "./history-dialog.ts";
import { noProof } from "./history-lines.ts";
import { sealingOf } from "./seal-dialog.ts";
import { openProposal } from "./signers.ts";

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

/** Describes what a signer should know before signing, the most serious first. */
function concernLines(state: AppState): readonly QuestionLine[] {
  const { list = [] } = sealingOf(state)?.concerns ?? {};
  return list.flatMap(({ words, values, tone }) =>
    [words, ...values.map((value) => `· ${value}`)].map((text) => ({ text, tone })),
  );
}

/** Says what a signature completes. */
function signatureWords(after: QuorumCounts): string {
  if (isComplete(after)) return "It completes the quorum: the receipt is appended.";
  if (after.previous !== null) return `Then missing: ${missingText(after)}.`;
  return `It is signature ${after.signed.length} of ${parseQuorum(after.quorum).needed}.`;
}

const nameOf = (state: AppState) => selectedPolicy(policiesSlice.get(state))?.name ?? "";

/** Commands of the seal of the open policy. */
export const sealCommands: readonly Command<SealEffects>[] = [
  {
    id: "policy.seal",
    scope: "policy",
    keys: ["S"],
    title: "Propose or sign a seal",
    footerLabel: "seal",
    disabledReason: (state) => requireReadable(state) ?? requireOwnFile(state),
    run: ({ effects }) => effects.openSeal(),
  },
  {
    id: "policy.verify",
    scope: "policy",
    keys: ["V"],
    title: "Verify the seal and its proofs",
    disabledReason: requireReceipt,
    run: ({ effects }) => effects.openHistory(),
  },
  {
    id: "seal.propose",
    scope: "seal",
    keys: ["p"],
    title: "Propose a seal",
    footerLabel: "propose",
    disabledReason: requireSealable,
    run({ store, run }) {
      const { page } = sealingOf(store.get()) ?? {};
      const signed = page === undefined ? [] : (openProposal(page)?.signed ?? []);
      const isReplaced = page?.seal.proposal !== null && page !== undefined;
      const replaced = isReplaced
        ? [`The proposal that exists is replaced, with its ${plural(signed.length, "signature")}.`]
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
    title: "Propose the seal that was asked about",
    run: ({ effects }, argument) => effects.proposeSeal(argument === "replace"),
  },
  {
    id: "seal.sign",
    scope: "seal",
    keys: ["enter"],
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
          "A receipt is never removed.",
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
    title: "Sign the seal that was asked about",
    run: ({ effects }) => effects.signSeal(),
  },
  {
    id: "seal.close",
    scope: "seal",
    keys: ["esc", "q"],
    title: "Close",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
  {
    id: "seal-history.save",
    scope: "seal-history",
    keys: ["X"],
    title: "Save the proof",
    footerLabel: "save proof",
    disabledReason: requireProof,
    run: ({ effects }) => effects.saveProof(),
  },
  {
    id: "seal-history.close",
    scope: "seal-history",
    keys: ["esc", "q"],
    title: "Close",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
