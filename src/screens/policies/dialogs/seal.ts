import { proposalPath } from "../../../policy-files/beside-policy.ts";
import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import type { SealConcerns } from "../../../policy-service/seal-methods.ts";
import type { ProposedSeal } from "../../../policy/seal/seal-state.ts";
import { isSameRule, signingNodes } from "../../../policy/seal/signing-rule.ts";
import { signs } from "../../../policy/signs.ts";
import { blank, type Line, line, span } from "../../../text/line.ts";
import { shellLine } from "../../../text/shell-word.ts";
import { truncate } from "../../../text/truncate.ts";
import { v, visible } from "../../../text/visible.ts";
import { wrapProse } from "../../../text/wrap.ts";
import { dialogRows, listBox, listBoxColumns } from "../../../tui/dialogs/list-box.ts";
import { type ListView, viewList } from "../../../tui/list.ts";
import type { Dialog } from "../../../tui/records/screen.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { sealClock, sealLines } from "../detail/seal-lines.ts";
import { besideLabel } from "../lines/labeled-lines.ts";
import { selectedPolicy, shownPage } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";

/** Dialog that proposes and signs the seal of the open policy. */
export interface SealDialog {
  readonly kind: "seal";
  /** Nodes whose private keys are on this machine. */
  readonly keys: readonly string[];
  /** Reason for unreadable keys, or null. */
  readonly problem: string | null;
  readonly concerns: SealConcerns;
  readonly view: ListView;
}

export const sealKind = dialogKind<SealDialog>("seal");

/** Policy of the open dialog, its concerns for signers, and the selected signer. */
interface Sealing {
  readonly page: PolicyPage;
  readonly concerns: SealConcerns;
  readonly signer: SealSigner | null;
}

/** Returns the subject of the open dialog; null while closed, or without its policy. */
export function sealingOf(state: AppState): Sealing | null {
  const page = shownPage(policiesSlice.get(state));
  const open = sealKind.find(state);
  if (page === null || open === null) return null;
  const all = signersOf(page, open.keys);
  return { page, concerns: open.concerns, signer: all[Math.min(open.view.selected, all.length - 1)] ?? null };
}

const standings = {
  signed: span(v`${signs.ok} signed     `, "ok"),
  here: span(v`key here     `, "accent"),
  elsewhere: span(v`no key here  `, "muted"),
} as const;

const labelColumns = 9;

export const sealDialog: Dialog<SealDialog> = {
  kind: "seal",
  helpTitle: "Seal of a policy",
  hasListKeys: true,
  showsDisabledReason: true,
  list: (state, open) =>
    viewList(open.view, signersHere(state, open).length, dialogRows(state), (view) =>
      sealKind.put({ ...open, view }),
    ),
  copyText: (state) => commandOf(state),
  box(state, open) {
    const width = listBoxColumns(state);
    const page = shownPage(policiesSlice.get(state));
    const name = selectedPolicy(policiesSlice.get(state))?.name ?? "";
    return listBox(state, {
      title: truncate(v`Seal ${name}`, Math.max(1, width - 2), { where: "middle" }),
      head: page === null ? [] : headLines(state, page, open, width),
      rows: signersHere(state, open).map(({ node, standing }) =>
        line(standings[standing], span(visible(node))),
      ),
      view: open.view,
      empty: v`The policy names no nodes.`,
    });
  },
};

function signersHere(state: AppState, { keys }: SealDialog): readonly SealSigner[] {
  const page = shownPage(policiesSlice.get(state));
  return page === null ? [] : signersOf(page, keys);
}

function headLines(
  state: AppState,
  page: PolicyPage,
  { problem, keys, concerns, view }: SealDialog,
  width: number,
): readonly Line[] {
  const { quorum = null } = page.facts ?? {};
  return [
    ...besideLabel(
      "sealed",
      sealLines(page.seal, width - labelColumns, sealClock(state)),
      width,
      labelColumns,
    ),
    ...(problem === null ? [] : wrapProse(line(span(v`${signs.error} ${problem}`, "error")), width, 2)),
    ...(page.summary.errors === 0
      ? []
      : wrapProse(line(span(v`${signs.error} It has errors, so it cannot be sealed.`, "error")), width, 2)),
    ...concerns.list.flatMap(({ words, tone }) => wrapProse(line(span(v`${words}`, tone)), width, 2)),
    blank,
    ...wrapProse(
      line(
        span(v`quorum ${quorum ?? "unknown"}${ruleBefore(page)} · `, "muted"),
        span(
          openProposal(page) === null
            ? v`propose a seal, then each node signs it`
            : v`each node signs the proposal`,
          "muted",
        ),
      ),
      width,
      2,
    ),
    ...keyLines(signersOf(page, keys), view.selected, width),
  ];
}

/** Returns the quorum in force if the policy states another; it also has to sign. Otherwise empty. */
function ruleBefore({ facts, seal: { rule } }: PolicyPage): string {
  if (facts === null || facts.quorum === null || rule === null) return "";
  const isSame = isSameRule({ quorum: facts.quorum, nodes: facts.nodes }, rule);
  return isSame ? "" : `, and ${rule.quorum} of ${rule.nodes.join(", ")} before`;
}

/** Draws the command that creates a missing key, preferably of the selected node. */
function keyLines(signers: readonly SealSigner[], selected: number, width: number): readonly Line[] {
  const others = signers.filter(({ standing }) => standing === "elsewhere");
  const node = (others.find((signer) => signer === signers[selected]) ?? others[0])?.node;
  if (node === undefined) return [];
  const command = shellLine(["hooklens", "policy", "keygen", "--node", node]);
  return wrapProse(line(span(v`no key here: ${command} creates one`, "muted")), width, 2);
}

/** Returns the command with which the selected node signs on its own machine. */
function commandOf(state: AppState): string | null {
  const { page, signer } = sealingOf(state) ?? {};
  if (page === undefined || signer === undefined || signer === null) return null;
  return shellLine(["hooklens", "policy", "sign", proposalPath(page.path), "--node", signer.node]);
}

/** Node of a policy: has signed, can sign here, or must sign elsewhere. */
interface SealSigner {
  readonly node: string;
  readonly standing: "signed" | "here" | "elsewhere";
}

/** Returns the signable proposal, or null. */
export function openProposal({ seal }: PolicyPage): ProposedSeal | null {
  return seal.proposal === null || seal.proposal.problem !== null ? null : seal.proposal;
}

/** Returns the nodes that may sign the next receipt: of the policy in its order, then those in force. */
export function signingNodesOf({ facts, seal }: PolicyPage): readonly string[] {
  const own = { nodes: facts?.nodes ?? [], quorum: facts?.quorum ?? "" };
  return signingNodes(own, seal);
}

/**
 * Returns the nodes that may sign: of the proposal, else of the receipt that seals the present policy.
 * @param keys nodes with private keys on this machine
 */
export function signersOf(page: PolicyPage, keys: readonly string[]): readonly SealSigner[] {
  const { standing, last } = page.seal;
  const proposal = openProposal(page);
  const signed =
    proposal === null
      ? standing === "sealed"
        ? (last?.signed ?? [])
        : []
      : [...proposal.signed, ...(proposal.previous?.signed ?? [])];
  return signingNodesOf(page).map((node) => {
    if (signed.includes(node)) return { node, standing: "signed" };
    return { node, standing: keys.includes(node) ? "here" : "elsewhere" };
  });
}

/** Returns the index of the next node that can sign here, from an index on and around; the index itself if none can. */
export function nextSigner(signers: readonly SealSigner[], from: number): number {
  const order = signers.map((_, step) => (from + step) % signers.length);
  return order.find((index) => signers[index]?.standing === "here") ?? from;
}
