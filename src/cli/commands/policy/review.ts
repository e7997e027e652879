import { readPolicyFile } from "../../../policy-files/read-policy-file.ts";
import { readReview, reviewPath } from "../../../policy-files/review-folder.ts";
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
import { count, plural } from "../../../text/numbers.ts";
import { v, visible } from "../../../text/visible.ts";
import { commandIn } from "../../command-line/command-record.ts";
import { type Formats, standardFormats, type Views } from "../../output/formats.ts";
import type { Output } from "../../output/output.ts";
import { tableLines } from "../../output/table.ts";
import { findPolicyArguments } from "./document.ts";
import type { Reported } from "./report.ts";

/** Formats of `policy review ls`, and of `check`, which reports only the open parts. */
const reviewFormats: Formats<Views & Reported<ReviewedPolicy>> = { ...standardFormats };

async function readAll(paths: readonly string[], output: Output): Promise<readonly ReviewedPolicy[]> {
  const { files, skipped } = findPolicyArguments(paths, output);
  const reviewed: ReviewedPolicy[] = [];
  for (const path of files) {
    const { check: checked } = await readPolicyFile(path);
    const { entries, problem } = readReview(reviewPath(path));
    reviewed.push(reviewedPolicy(checked, entries, problem));
  }
  return [...reviewed, ...skipped.map(({ path, why }) => ({ file: path, clauses: [], problem: why }))];
}

const pathsHelp = "files, directories (searched recursively) and patterns";

/** @throws {NotFoundError | PolicyUnreadableError} */
export const ls = commandIn(reviewFormats, "policy review ls <path...>", {
  description:
    "List each clause, and the general provisions, with the verdicts: by whom, and whether it was edited since",
  arguments: { "<path...>": pathsHelp },
  help: `
Examples:
  hooklens policy review ls policies/healthcare.yaml
  hooklens policy review ls policies/ --format json | jq '.[].clauses[] | select(.need != null)'`,
  async run({ output, print }, { path: paths }) {
    const files = await readAll(paths, output);
    await print({
      files,
      table: () =>
        files.flatMap((file, index) => [...(index > 0 ? [line()] : []), ...fileLines(file, output.columns)]),
      json: () => files,
      quiet: () => files.flatMap(({ clauses }) => clauses.map(({ id }) => id)),
    });
    return files.every(({ problem }) => problem === null) ? 0 : 1;
  },
});

/** @throws {NotFoundError | PolicyUnreadableError} */
export const check = commandIn(reviewFormats, "policy review check <path...>", {
  description:
    "List what is open of clauses and general provisions: flagged, with different verdicts, edited after its verdict, or not reviewed. " +
    "Exits with code 1 if there is one, or if a policy or its review cannot be read",
  arguments: { "<path...>": pathsHelp },
  help: `
Examples:
  hooklens policy review check policies/`,
  async run({ output, print }, { path: paths }) {
    const files = await readAll(paths, output);
    const open = files.map((file) => ({
      ...file,
      clauses: file.clauses.filter(({ need }) => need !== null),
    }));
    const openCount = open.reduce((sum, { clauses }) => sum + clauses.length, 0);
    await print({
      files: open,
      table: () =>
        open.flatMap(({ file, clauses, problem }) => [
          ...clauses.map((clause) => openLine(file, clause)),
          ...problemLines(file, problem),
        ]),
      json: () => open,
      quiet: () =>
        open.filter(({ clauses, problem }) => clauses.length > 0 || problem !== null).map(({ file }) => file),
    });
    const all = files.reduce((sum, { clauses }) => sum + clauses.length, 0);
    output.note(v`${count(openCount)} of ${plural(all, "part")} open`);
    return openCount === 0 && files.every(({ problem }) => problem === null) ? 0 : 1;
  },
});

function fileLines({ file, clauses, problem }: ReviewedPolicy, columns: number | null): readonly Line[] {
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
function openLine(file: string, { id, line: row, standing, need, verdicts }: ReviewedPart): Line {
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

function problemLines(file: string, problem: string | null): readonly Line[] {
  return problem === null ? [] : [line(span(v`${file}: ${signs.error} cannot be read: ${problem}`, "error"))];
}
