import { html } from "../../../text/html.ts";
import { plural } from "../../../text/numbers.ts";
import type { Finding } from "../../finding.ts";
import { findingId } from "../checked-text.ts";

/** Formats the findings as a list with their places. */
export function findingList(all: readonly Finding[]): string {
  if (all.length === 0) return "<p>None: the document matches the schema and violates no rule.</p>";
  const items = all.map((finding) => {
    const { severity, line, column, message, hint } = finding;
    const place = `<span class="quiet">line ${line}, column ${column}, ${html(findingId(finding))}</span>`;
    const advice = hint === null ? "" : `<br>${html(hint)}`;
    return `<li><span class="${severity}">${severity}</span> ${html(message)} ${place}${advice}</li>`;
  });
  return `<p>${plural(all.length, "finding")}.</p>\n<ol>\n${items.join("\n")}\n</ol>`;
}
