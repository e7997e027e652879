import { missingText } from "../../../policy/seal/missing-text.ts";
import type { Receipt } from "../../../policy/seal/receipt.ts";
import { type QuorumCount, type QuorumCounts, isReached } from "../../../policy/seal/signing-rule.ts";
import type { Line } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
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
export function countLines(counts: QuorumCounts): readonly Line[] {
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
