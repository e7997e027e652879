import { html } from "../../../text/html.ts";
import { clauseName, type ReadableClause } from "../../matrix/readable-policy.ts";

/**
 * Formats a clause with its references, mappings and rationales.
 * @param more HTML that follows them
 */
export function clauseArticle(clause: ReadableClause, more = ""): string {
  const title = clause.title === null ? "" : ` ${html(clause.title)}`;
  const references = [clause.citation, clause.fullRef].flatMap((text) => (text === null ? [] : html(text)));
  const items = clause.mappings.map(({ axis, label, weight, enforcement, rationale }) => {
    const words = `${axis} ${label ?? ""}: ${enforcement ?? "enforcement unknown"}, weight ${weight ?? "unknown"}`;
    const why = rationale === null ? "" : `<br>${html(rationale)}`;
    return `<li>${html(words)}${why}</li>`;
  });
  return `<article>
<h3>${html(clauseName(clause))}${title}</h3>
<p class="quiet">${references.join("<br>")}</p>
<ul>${items.join("")}</ul>
${more}</article>`;
}
