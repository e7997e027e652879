import { count, plural } from "../../../text/numbers.ts";
import { countChanges, type PolicyChange } from "../../diff/change.ts";
import { changeTitle } from "../../seal/compare-policy.ts";
import type { Receipt } from "../../seal/receipt.ts";
import type { SealStanding, SealState } from "../../seal/seal-state.ts";
import { reportTime } from "./statement.ts";

/** Seal of a policy, and its receipts. */
export interface SealSource {
  readonly state: SealState;
  /** Readable receipts in the order of the file. */
  readonly receipts: readonly Receipt[];
  /** Changes since the last receipt by clause and field; null if only the changed parts are known. */
  readonly changes: readonly PolicyChange[] | null;
}

/** Seal in words. */
export interface ReportedSeal {
  readonly standing: string;
  /** Signatures, changes since the last receipt, findings of the receipts, and the proposal. */
  readonly notes: readonly string[];
  /** One text for each receipt, oldest first. */
  readonly receipts: readonly string[];
}

const standings: Readonly<Record<Exclude<SealStanding, "changed">, string>> = {
  sealed: "sealed: the policy is as in its last receipt",
  unsigned: "unsigned: valid signatures of the last receipt are missing",
  proposed: "proposed: a receipt waits for signatures",
  broken: "broken: the receipts are damaged or cannot be read",
  unsealed: "not sealed",
};

/** Describes a seal. */
export function reportedSeal({ state, receipts, changes }: SealSource): ReportedSeal {
  const { standing, last, findings, proposal, problem } = state;
  const since =
    changes?.map(({ direction, text }) => `${direction}: ${text}`) ?? state.changes.map(changeTitle);
  return {
    standing: standing === "changed" ? outdated(state, changes) : standings[standing],
    notes: [
      ...(problem === null ? [] : [problem]),
      ...(last === null ? [] : [`The last receipt has ${signatureWords(last)}`]),
      ...since.map((change) => `Since the last receipt: ${change}`),
      ...findings.map(({ severity, line, message }) =>
        line === null ? `${severity}: ${message}` : `${severity} in line ${line} of the receipts: ${message}`,
      ),
      ...(proposal === null
        ? []
        : [`A receipt was proposed ${reportTime(proposal.proposedAt)}, with ${signatureWords(proposal)}`]),
      ...(proposal === null || proposal.problem === null ? [] : [proposal.problem]),
    ],
    receipts: receipts.map(receiptWords),
  };
}

/** Maximum number of changed parts in the short state; the notes list all. */
const maxNamed = 5;

/** Formats `outdated: 2 changes since the seal, 1 value weaker: clause A-100 changed, meta changed`. */
function outdated({ changes }: SealState, byField: SealSource["changes"]): string {
  if (changes.length === 0) return "outdated: the policy has errors since the seal";
  const named = changes.slice(0, maxNamed).map(changeTitle);
  const more = changes.length > maxNamed ? [`${count(changes.length - maxNamed)} more`] : [];
  const weaker = byField === null ? 0 : countChanges(byField).weakened;
  const weakened = weaker === 0 ? "" : `, ${plural(weaker, "value")} weaker`;
  return `outdated: ${plural(changes.length, "change")} since the seal${weakened}: ${[...named, ...more].join(", ")}`;
}

/** Formats `2 valid signatures (ann, bob), quorum 2-of-3, without carl`. */
function signatureWords({
  signed,
  missing,
  quorum,
}: {
  readonly signed: readonly string[];
  readonly missing: readonly string[];
  readonly quorum: string;
}): string {
  const names = signed.length === 0 ? "" : ` (${signed.join(", ")})`;
  const without = missing.length === 0 ? "" : `, without ${missing.join(", ")}`;
  return `${plural(signed.length, "valid signature")}${names}, quorum ${quorum}${without}`;
}

function receiptWords({ id, sealedAt, algorithm, root, signers, receipt_chain }: Receipt): string {
  const by = signers.length === 0 ? "not signed" : `signed by ${signers.join(", ")}`;
  return `${reportTime(sealedAt)}, ${by}, quorum ${receipt_chain.quorum}, ${algorithm} root ${root}, receipt ${id}`;
}
