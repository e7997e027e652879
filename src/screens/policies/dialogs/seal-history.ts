import { basename } from "node:path";
import { proofPath, receiptsPath } from "../../../policy-files/beside-policy.ts";
import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import type { ListedReceipt, SealHistory } from "../../../policy-service/seal-methods.ts";
import { changeLines } from "../../../policy/report/change-lines.ts";
import type { ClauseProof } from "../../../policy/seal/proof.ts";
import { blank, type Line, line, type Span, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { shellLine } from "../../../text/shell-word.ts";
import { truncate } from "../../../text/truncate.ts";
import { v } from "../../../text/visible.ts";
import { wrapProse, wrapWords } from "../../../text/wrap.ts";
import { box, contentColumns, contentRows } from "../../../tui/dialogs/box.ts";
import { positionOf, scrollingText } from "../../../tui/list.ts";
import type { Dialog } from "../../../tui/records/screen.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import { type SealClock, sealClock, sealLines, sealTime } from "../detail/seal-lines.ts";
import { besideLabel, sectionRule } from "../lines/labeled-lines.ts";
import { selectedPolicy, shownPage } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";

const labelColumns = 9;
/** Digits of the root that are shown. */
const rootDigits = 12;
/** Digits of each of the hashes of a proof. */
const linkDigits = 8;

/** Returns the command that verifies the receipts and the proof of a clause, in a directory with these files. */
export function checkCommand(file: string, clauseId: string | null): string {
  const path = basename(file);
  const proof = clauseId === null ? [path] : ["--proof", proofPath(path, clauseId)];
  return shellLine(["hooklens", "policy", "verify", receiptsPath(path), ...proof]);
}

/** Draws the seal, the changes since, the proof of a clause, and the receipts, newest first. */
export function historyLines(
  page: PolicyPage,
  history: SealHistory,
  clauseId: string | null,
  width: number,
  clock: SealClock,
): readonly Line[] {
  return [
    ...besideLabel("sealed", sealLines(page.seal, width - labelColumns, clock), width, labelColumns),
    ...sinceLines(page, history, width),
    ...proofLines(page, history, clauseId, width),
    ...receiptLines(history, width, clock),
  ];
}

function sinceLines({ seal }: PolicyPage, { since, changes }: SealHistory, width: number): readonly Line[] {
  if (seal.standing !== "changed" || (since === null && changes.length === 0)) return [];
  const parts = changes.flatMap((title) => wrapWords(span(v` ${title}`), width, 2));
  const isPlaced =
    since !== null && !("problem" in since) && since.notCompared === undefined && since.changes.length > 0;
  return [
    blank,
    sectionRule(v`changed since the seal`, width),
    ...(isPlaced ? since.changes.flatMap((change) => indented(changeLines(change, width - 1))) : parts),
    ...(isPlaced
      ? []
      : wrapWords(
          span(v` No commit has the sealed version, so the fields are not known.`, "muted"),
          width,
          1,
        )),
  ];
}

/** Returns the reason why the selection has no proof. */
export function noProof(clauseId: string | null): string {
  return clauseId === null
    ? "only clauses have proofs; select one, then open the receipts"
    : "no signed receipt seals the present clause, or no commit has the sealed version";
}

function proofLines(
  { path, seal }: PolicyPage,
  { proof }: SealHistory,
  clauseId: string | null,
  width: number,
): readonly Line[] {
  const title = sectionRule(clauseId === null ? v`proof` : v`proof of ${clauseId}`, width);
  if (proof === null || clauseId === null) {
    const why = noProof(clauseId);
    const sentence = v` ${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
    return [blank, title, ...wrapWords(span(sentence, "muted"), width, 1)];
  }
  const { algorithm, root, way } = proof;
  const note = v` Anyone can verify the seal of this clause with this proof, the receipts and the signers' public keys:`;
  return [
    blank,
    title,
    ...wrapProse(line(span(v` root  `, "muted"), span(v`${root.slice(0, rootDigits)}`, "accent")), width, 7),
    ...wrapProse(line(span(v` way   `, "muted"), span(v`${wayWords(way)}, ${algorithm}`)), width, 7),
    ...wrapProse(line(span(v` by    `, "muted"), ...hashSpans(way)), width, 7),
    ...(seal.standing === "changed"
      ? wrapWords(span(v` The clause is the same in the sealed version.`, "muted"), width, 1)
      : []),
    ...wrapWords(span(note, "muted"), width, 1),
    ...wrapWords(span(v` ${checkCommand(path, clauseId)}`), width, 3),
  ];
}

function wayWords(way: ClauseProof["way"]): string {
  switch (way.chaining) {
    case "merkle_tree":
      return `leaf ${way.index + 1} of ${way.size}, ${way.path.length} sibling hashes up to the root`;
    case "hash_chain":
      return `${way.before === null ? "the first link" : "the link before"}, and ${way.after.length} hashes after it`;
    case "merkle_dag":
      return `link ${way.index + 1} of ${way.links.length} of the document`;
  }
}

/** Draws the first digits of a proof's hashes, with the clause's own hash in brackets. */
function hashSpans(way: ClauseProof["way"]): readonly Span[] {
  const own = way.chaining === "merkle_dag" ? way.index : -1;
  return hashesOf(way).map((hash, index) =>
    index === own
      ? span(v`[${hash.slice(0, linkDigits)}] `, "accent")
      : span(v`${hash.slice(0, linkDigits)} `, "muted"),
  );
}

function hashesOf(way: ClauseProof["way"]): readonly string[] {
  switch (way.chaining) {
    case "merkle_tree":
      return way.path;
    case "hash_chain":
      return [...(way.before === null ? [] : [way.before]), ...way.after];
    case "merkle_dag":
      return way.links;
  }
}

function receiptLines({ receipts }: SealHistory, width: number, clock: SealClock): readonly Line[] {
  if (receipts.length === 0) return [];
  return [
    blank,
    sectionRule(v`receipts ${count(receipts.length)}`, width),
    ...receipts.flatMap((receipt) => receiptLine(receipt, width, clock)),
  ];
}

function receiptLine(
  { id, sealedAt, quorum, signers }: ListedReceipt,
  width: number,
  clock: SealClock,
): readonly Line[] {
  const by = signers.length === 0 ? "not signed" : `signed by ${signers.join(", ")}`;
  return wrapProse(
    line(
      span(v` ${id}`, "accent"),
      span(v`  ${sealTime(sealedAt, clock)}  `),
      span(v`${by} (${quorum})`, "muted"),
    ),
    width,
    3,
  );
}

function indented(lines: readonly Line[]): readonly Line[] {
  return lines.map(({ spans }) => ({ spans: [span(v` `), ...spans] }));
}

/** Dialog with the receipts of the open policy, its changes since, and the proof of a clause. */
export interface SealHistoryDialog {
  readonly kind: "seal-history";
  /** Clause that is proved; null for none. */
  readonly clauseId: string | null;
  readonly history: SealHistory;
  /** First visible line. */
  readonly top: number;
}

export const historyKind = dialogKind<SealHistoryDialog>("seal-history");

function layoutOf(state: AppState, { history, clauseId }: SealHistoryDialog) {
  const width = contentColumns(state, windowSlice.get(state).size.columns);
  const page = shownPage(policiesSlice.get(state));
  const lines =
    page === null
      ? [line(span(v`The policy is gone.`, "warn"))]
      : historyLines(page, history, clauseId, width, sealClock(state));
  return { width, lines, rows: Math.max(1, contentRows(state)) };
}

/** Dialog as high as the window. */
export const sealHistoryDialog: Dialog<SealHistoryDialog> = {
  kind: "seal-history",
  helpTitle: "Receipts of a policy",
  hasListKeys: true,
  showsDisabledReason: true,
  copyText(state, { clauseId }) {
    const page = shownPage(policiesSlice.get(state));
    return page === null ? null : checkCommand(page.path, clauseId);
  },
  list(state, open) {
    const { lines, rows } = layoutOf(state, open);
    return scrollingText(open.top, lines.length, rows, (top) => historyKind.put({ ...open, top }));
  },
  box(state, open) {
    const { width, lines, rows } = layoutOf(state, open);
    const top = Math.max(0, Math.min(open.top, lines.length - rows));
    const name = selectedPolicy(policiesSlice.get(state))?.name ?? "";
    return box(state, {
      title: truncate(v`Seal of ${name}`, Math.max(1, width - 2), { where: "middle" }),
      lines: lines.slice(top, top + rows),
      cursor: null,
      width,
      position: positionOf(top, rows, lines.length),
    });
  },
};
