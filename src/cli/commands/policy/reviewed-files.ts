import { reviewPath } from "../../../policy-files/beside-policy.ts";
import { readPolicyFile } from "../../../policy-files/read-policy-file.ts";
import { readReview } from "../../../policy-files/review-folder.ts";
import { openKinds } from "../../../policy/open-items.ts";
import { standingWords } from "../../../policy/report/review/open-parts.ts";
import {
  type ReviewedPart,
  type ReviewedPolicy,
  reviewedPolicy,
} from "../../../policy/report/review/reviewed-policy.ts";
import { signs } from "../../../policy/signs.ts";
import { flowed } from "../../../text/flowed.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { v, visible } from "../../../text/visible.ts";
import type { Output } from "../../output/output.ts";
import { tableLines } from "../../output/table.ts";
import { findPolicyArguments } from "./document.ts";

/** Reads the reviews of the policies of arguments. @throws {NotFoundError | PolicyUnreadableError} */
export async function readReviews(
  paths: readonly string[],
  output: Output,
): Promise<readonly ReviewedPolicy[]> {
  const { files, skipped } = findPolicyArguments(paths, output);
  const reviewed: ReviewedPolicy[] = [];
  for (const path of files) {
    const { check: checked } = await readPolicyFile(path);
    const { entries, problem } = readReview(reviewPath(path));
    reviewed.push(reviewedPolicy(checked, entries, problem));
  }
  return [...reviewed, ...skipped.map(({ path, why }) => ({ file: path, clauses: [], problem: why }))];
}

/** Formats the review of each clause of a policy. */
export function fileLines(
  { file, clauses, problem }: ReviewedPolicy,
  columns: number | null,
): readonly Line[] {
  // A document that cannot be read has no part to count.
  if (clauses.length === 0 && problem !== null) return problemLines(file, problem);
  const reviewed = clauses.filter(({ need }) => need === null).length;
  return [
    line(
      span(visible(file), "strong"),
      span(v`  ${count(reviewed)} of ${count(clauses.length)} approved`, "muted"),
    ),
    ...tableLines(
      [
        { title: v`CLAUSE`, cell: ({ id }) => span(visible(id)) },
        {
          title: v`REVIEW`,
          cell: ({ standing, need }) =>
            span(v`${standingWords[standing]}`, need === null ? "ok" : openKinds[need].tone),
        },
        { title: v`BY`, cell: ({ verdicts }) => span(visible(verdicts.map(verdictText).join(", "))) },
        {
          title: v`OPEN THREADS`,
          cell: (row) => span(row.openThreads === 0 ? v`` : count(row.openThreads)),
          align: "right",
        },
        { title: v`TITLE`, cell: ({ title }) => span(visible(flowed(title ?? ""))), cut: true },
      ],
      clauses,
      columns,
    ),
    ...problemLines(file, problem),
  ];
}

/** Returns `ann ✓ 2026-11-22`. */
function verdictText({ kind, by, at }: ReviewedPart["verdicts"][number]): string {
  return `${by} ${kind === "approved" ? signs.ok : openKinds.flagged.glyph} ${at.slice(0, 10)}`;
}

/** Formats `healthcare.yaml:18: HIPAA-164.308a1A: ⚑ flagged: ann ⚑ 2026-11-22 (needs counsel)`. */
export function openLine(file: string, { id, line: row, standing, need, verdicts }: ReviewedPart): Line {
  const said = verdicts.map((verdict) =>
    verdict.text === "" ? verdictText(verdict) : `${verdictText(verdict)} (${verdict.text})`,
  );
  const who = said.length === 0 ? "" : `: ${said.join(", ")}`;
  return line(
    span(v`${file}:${row}: ${id}: `),
    span(v`${standingWords[standing]}`, need === null ? "plain" : openKinds[need].tone),
    span(v`${who}`),
  );
}

export function problemLines(file: string, problem: string | null): readonly Line[] {
  return problem === null ? [] : [line(span(v`${file}: ${signs.error} cannot be read: ${problem}`, "error"))];
}
