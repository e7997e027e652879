import type { PolicyComparison } from "../../policy/seal/compare-policy.ts";
import type { ReceiptFinding } from "../../policy/seal/receipt-finding.ts";
import type { Receipt } from "../../policy/seal/receipt.ts";
import type { Verification } from "../../policy/seal/verify.ts";
import { type Line, line, span } from "../../text/line.ts";
import { plural } from "../../text/numbers.ts";
import { type Visible, v } from "../../text/visible.ts";
import { part } from "./detail-parts.ts";

/** A receipt that was just written to the file `receipts`; `keys`: the folder that was looked in for keys. */
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
    v`Keep the id where the receipts are not: policy verify --head ID tells by it whether the end was cut off.`,
  ];
}

function signedLine({ signers, receipt_chain }: Receipt, keys: string): Line {
  const { quorum } = receipt_chain;
  return signers.length > 0
    ? part("signed", `by ${signers.join(", ")} (quorum ${quorum})`)
    : part(
        "unsigned",
        `no key of its nodes is in ${keys}; hooklens policy keygen --node NAME makes one`,
        "warn",
      );
}

/** What came of verifying the receipts in a file; `provenClause`: the one a proof was given for. */
export function verificationLines(
  file: string,
  verification: Verification,
  provenClause: string | null,
): readonly (Line | Visible)[] {
  const { findings, head, receipts, comparison, valid } = verification;
  const count = plural(receipts.length, "receipt");
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const summary = valid
    ? line(span(v`${count} in order`, "ok"), span(v`, the last of ${head?.sealedAt ?? ""}`))
    : line(span(v`${plural(errors, "error")}`, "error"), span(v` in ${count}`));
  return [
    ...findings.map((finding) => findingLine(file, finding)),
    summary,
    ...(head === null ? [] : headLines(head, valid)),
    ...(comparison?.sameContent ? [sameContentLine(comparison)] : []),
    ...(valid && provenClause !== null
      ? [v`Clause ${provenClause} is in the policy that was last sealed, as the proof has it.`]
      : []),
  ];
}

/** Who signed is told only where nothing is wrong: what a forger writes there is no news. */
function headLines({ id, signers, receipt_chain }: Receipt, valid: boolean): readonly Line[] {
  const signed = part("signed", `by ${signers.join(", ")} (quorum ${receipt_chain.quorum})`);
  return [part("head", id), ...(valid && signers.length > 0 ? [signed] : [])];
}

function sameContentLine({ sameFile }: PolicyComparison): Visible {
  return sameFile === false
    ? v`The policy is what was sealed; its file has other comments or another layout.`
    : v`The policy is what was sealed.`;
}

/** `healthcare.yaml.receipts.jsonl:3: error: dropped: it follows receipt 59c4…` */
function findingLine(file: string, { line: at, severity, kind, message }: ReceiptFinding): Line {
  return line(
    span(v`${file}${at === null ? "" : `:${at}`}: `),
    span(v`${severity}`, severity === "error" ? "error" : "warn"),
    span(v`: ${kind}: ${message}`),
  );
}
