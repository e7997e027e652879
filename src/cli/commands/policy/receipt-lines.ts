import type { SignedProposal } from "../../../policy-files/sign-proposal.ts";
import { missingText } from "../../../policy/seal/missing-text.ts";
import type { SealProposal } from "../../../policy/seal/proposal.ts";
import type { Receipt } from "../../../policy/seal/receipt.ts";
import { type QuorumCount, type QuorumCounts, isReached } from "../../../policy/seal/signing-rule.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { shellLine } from "../../../text/shell-word.ts";
import { type Visible, v } from "../../../text/visible.ts";
import { part } from "../../output/detail.ts";

/** Formats a new receipt. `receipts` is its file, `keys` the directory that was searched for keys. */
export function receiptLines(
  receipt: Receipt,
  { receipts, keys }: { readonly receipts: string; readonly keys: string },
): readonly (Line | Visible)[] {
  const { id, root, algorithm, chaining, sealedAt, coverage, mandatorySatisfied } = receipt;
  return [
    v`Sealed ${receipt.policy.regime} (${receipt.policy.vertical}) in ${receipts}`,
    part("id", id),
    part("root", `${root} (${algorithm}, ${chaining})`),
    part("sealed", sealedAt),
    part(
      "coverage",
      `${plural(coverage, "axis", "axes")}, mandatory ones ${mandatorySatisfied ? "enforced" : "not all enforced"}`,
    ),
    signedLine(receipt, keys),
    v`Keep the ID apart from the receipts: policy verify --head ID then detects receipts removed at the end.`,
  ];
}

function signedLine({ signers, receipt_chain }: Receipt, keys: string): Line {
  const { quorum } = receipt_chain;
  return signers.length > 0
    ? part("signed", `by ${signers.join(", ")} (quorum ${quorum})`)
    : part(
        "unsigned",
        `no key of its nodes is in ${keys}; create one with hooklens policy keygen --node NAME`,
        "warn",
      );
}

/** Formats who signed a proposal and who is missing. */
function countLines(counts: QuorumCounts): readonly Line[] {
  const { missing, previous } = counts;
  const lacking =
    missing.length === 0 && (previous === null || isReached(previous)) ? "" : missingText(counts);
  return [
    part("signed", signedWords(counts)),
    ...(previous === null ? [] : [part("before", `${signedWords(previous)} of the receipt before`)]),
    ...(lacking === "" ? [] : [part("missing", lacking)]),
  ];
}

function signedWords({ signed, quorum }: QuorumCount): string {
  return `${signed.length === 0 ? "by nobody" : `by ${signed.join(", ")}`} (quorum ${quorum})`;
}

/** Formats a new proposal, whose file is `file`. */
export function proposalLines(
  { receipt }: SealProposal,
  counts: QuorumCounts,
  file: string,
): readonly (Line | Visible)[] {
  const { id, root, algorithm, chaining, policy } = receipt;
  return [
    v`Proposed a seal of ${policy.regime} (${policy.vertical}) in ${file}`,
    part("id", id),
    part("root", `${root} (${algorithm}, ${chaining})`),
    ...countLines(counts),
    v`Each signer signs it: ${shellLine(["hooklens", "policy", "sign", file])} --node NAME`,
  ];
}

/** Returns the nodes whose signatures a proposal lacks. */
export function missingNodes({ missing, previous }: SignedProposal): readonly string[] {
  return [...new Set([...missing, ...(previous?.missing ?? [])])];
}

/** Formats the signatures of a proposal, or its receipt if it became one. */
export function signedLines(
  signed: SignedProposal,
  { file, node, keysDir }: { readonly file: string; readonly node: string | null; readonly keysDir: string },
): readonly (Line | Visible)[] {
  const { findings, receipt, receipts } = signed;
  const problems = findings.map(({ message }) =>
    line(span(v`warning`, "warn"), span(v`: ${message}, so its signature does not count`)),
  );
  const done = node === null ? [] : [v`Signed ${file} as ${node}`];
  if (receipt !== null && receipts !== null) {
    return [...problems, ...done, ...receiptLines(receipt, { receipts, keys: keysDir })];
  }
  return [
    ...problems,
    ...done,
    ...countLines(signed),
    ...(receipt === null
      ? []
      : [v`The quorum is reached. Run policy sign beside the policy to append the receipt.`]),
  ];
}
