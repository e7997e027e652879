import { html } from "../../../text/html.ts";
import { generalId } from "../../review/general-provisions.ts";
import { directionStyles } from "../change-lines.ts";
import { clauseArticle } from "../html/clause-article.ts";
import { findingList } from "../html/finding-list.ts";
import { matrixTable } from "../html/matrix-table.ts";
import { htmlPage } from "../html/page.ts";
import type { ReportedReview, ReviewReport } from "./review-report.ts";
import { type Statement, textLines } from "./statement.ts";

/** Formats a report of a review as a self-contained HTML page to read and to print. */
export function reviewPage(report: ReviewReport): string {
  const { open, changed, general, earlier, seal, problem } = report;
  const articles = [
    ...report.clauses.map(({ clause, ...review }) => clauseArticle(clause, decisions(review))),
    ...(general === null
      ? []
      : [
          `<article>
<h3>${generalId}</h3>
${listOf(general.fields.map(([name, text]) => html(`${name}: ${text}`)))}${decisions(general)}</article>`,
        ]),
  ];
  const unread =
    problem === null ? "" : `<p class="error">A part of the review cannot be read: ${html(problem)}</p>\n`;
  return htmlPage({
    title: report.title,
    description: report.description,
    about: report.about,
    main: `${unread}<h2>Open</h2>
${open.length === 0 ? "<p>None: every part is approved.</p>" : listOf(open.map(html))}
<h2>Changes since ${html(changed.since)}</h2>
${changed.note === null ? "" : `<p>${html(changed.note)}</p>`}${listOf(changed.changes.map(change))}
<h2>Matrix</h2>
${matrixTable(report.matrix, report.notes)}
<h2>Findings</h2>
${findingList(report.findings)}
<h2>Decisions</h2>
${articles.join("\n")}
${earlier.length === 0 ? "" : `<h2>Earlier entries</h2>\n${listOf(earlier.map(said))}`}
<h2>Seal</h2>
<p>${html(seal.standing)}</p>
${listOf(seal.notes.map(html))}
<h3>Receipts</h3>
${seal.receipts.length === 0 ? "<p>None.</p>" : listOf(seal.receipts.map(html))}`,
  });
}

function decisions({ standing, threads }: ReportedReview): string {
  return `<p><strong>${html(standing)}</strong></p>\n${listOf(
    threads.map((thread) => `${said(thread)}${listOf(thread.answers.map(said))}`),
  )}`;
}

/** Formats items that are HTML; nothing for none. */
function listOf(items: readonly string[]): string {
  return items.length === 0 ? "" : `<ul>\n${items.map((item) => `<li>${item}</li>`).join("\n")}\n</ul>\n`;
}

function change({ direction, text }: ReviewReport["changed"]["changes"][number]): string {
  const attribute = direction === "weakened" ? ' class="error"' : "";
  return `<strong${attribute}>${directionStyles[direction].glyph} ${direction}</strong> ${html(text)}`;
}

function said({ words, text }: Statement): string {
  return [words, ...textLines(text)].map(html).join("<br>");
}
