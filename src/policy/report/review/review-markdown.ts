import { generalId } from "../../review/general-provisions.ts";
import { directionStyles } from "../change-lines.ts";
import { findingId, messageWithHint } from "../checked-text.ts";
import { mappingWords, references } from "../clause-words.ts";
import { markdown } from "../markdown.ts";
import { matrixMarkdown } from "../matrix-markdown.ts";
import { type ReportedReview, type ReviewReport, titleOf } from "./review-report.ts";
import { type Statement, textLines } from "./statement.ts";

/** Formats a report of a review as GitHub Markdown. */
export function reviewMarkdown(report: ReviewReport): string {
  const { description, changed, findings, general, earlier, seal, problem } = report;
  const blocks: readonly (readonly string[])[] = [
    [`# ${markdown(report.title)}`],
    description === null ? [] : [textLines(description).map(markdown).join("<br>")],
    [
      "| Policy | |",
      "| --- | --- |",
      ...report.about.map(([name, text]) => `| ${name} | ${markdown(text)} |`),
    ],
    problem === null ? [] : [`**A part of the review cannot be read:** ${markdown(problem)}`],
    ["## Open"],
    list(report.open, "None: every part is approved."),
    [`## Changes since ${markdown(changed.since)}`],
    changed.note === null ? [] : [markdown(changed.note)],
    changed.changes.map(change),
    ["## Matrix"],
    [matrixMarkdown(report.matrix, report.notes).trimEnd()],
    ["## Findings"],
    findings.length === 0
      ? ["None: the document matches the schema and violates no rule."]
      : findings.map(
          (finding) =>
            `- **${finding.severity}** line ${finding.line}, column ${finding.column}, ` +
            `${markdown(findingId(finding))}: ${markdown(messageWithHint(finding))}`,
        ),
    ["## Decisions"],
    ...report.clauses.flatMap(({ clause, ...review }) => [
      [`### ${markdown(titleOf(clause))}`],
      [references(clause).map(markdown).join("<br>")],
      clause.mappings.map((mapping) => said({ words: mappingWords(mapping), text: mapping.rationale ?? "" })),
      ...decisions(review),
    ]),
    ...(general === null
      ? []
      : [
          [`### ${generalId}`],
          list(
            general.fields.map(([name, text]) => `${name}: ${text}`),
            "None.",
          ),
          ...decisions(general),
        ]),
    ...(earlier.length === 0 ? [] : [["## Earlier entries"], earlier.map(said)]),
    ["## Seal"],
    [markdown(seal.standing)],
    list(seal.notes, ""),
    ["### Receipts"],
    list(seal.receipts, "None."),
  ];
  const texts = blocks.map((rows) => rows.join("\n")).filter((text) => text !== "");
  return `${texts.join("\n\n")}\n`;
}

function decisions({ standing, threads }: ReportedReview): readonly (readonly string[])[] {
  return [
    [markdown(standing)],
    threads.flatMap((thread) => [said(thread), ...thread.answers.map((answer) => `  ${said(answer)}`)]),
  ];
}

function list(items: readonly string[], none: string): readonly string[] {
  return items.length === 0 ? [none] : items.map((item) => `- ${markdown(item)}`);
}

function change({ direction, text }: ReviewReport["changed"]["changes"][number]): string {
  return `- **${directionStyles[direction].glyph} ${direction}** ${markdown(text)}`;
}

function said({ words, text }: Statement): string {
  const rows = [words, ...textLines(text)].map(markdown);
  return `- ${rows.join("<br>")}`;
}
