import { html } from "../../../text/html.ts";
import { clauseName, type ReadableClause } from "../../matrix/readable-policy.ts";
import { mappingWords, references } from "../clause-words.ts";

/**
 * Formats a clause with its references, mappings and rationales.
 * @param more HTML to append
 */
export function clauseArticle(clause: ReadableClause, more = ""): string {
  const title = clause.title === null ? "" : ` ${html(clause.title)}`;
  const items = clause.mappings.map((mapping) => {
    const why = mapping.rationale === null ? "" : `<br>${html(mapping.rationale)}`;
    return `<li>${html(mappingWords(mapping))}${why}</li>`;
  });
  return `<article>
<h3>${html(clauseName(clause))}${title}</h3>
<p class="quiet">${references(clause).map(html).join("<br>")}</p>
<ul>${items.join("")}</ul>
${more}</article>`;
}
