import { createHash } from "node:crypto";
import { html } from "../../../text/html.ts";
import { plural } from "../../../text/numbers.ts";
import type { PolicyCheck } from "../../check-document.ts";
import type { Finding } from "../../finding.ts";
import { matrixOf } from "../../matrix/matrix.ts";
import { clauseName, ownField, type ReadableClause, readablePolicy } from "../../matrix/readable-policy.ts";
import { findingId, nameOf } from "../checked-text.ts";
import { matrixTable } from "./matrix-table.ts";
import { style } from "./style.ts";

/** Content security policy that allows only the page's own style sheet. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/**
 * Creates a self-contained HTML page of a policy: identity, matrix, findings, and each clause with its
 * rationales. Shows the readable parts of a document that does not match the schema. Equal checks result in
 * equal pages.
 */
export function matrixPage(check: PolicyCheck): string {
  const value = check.document?.value;
  const policy = readablePolicy(value);
  const title = textAt(value, "meta", "title") ?? nameOf(check);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="hooklens">
<title>${html(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${html(title)}</h1>
${about(check)}
</header>
<main>
<h2>Matrix</h2>
${matrixTable(matrixOf(policy))}
<h2>Findings</h2>
${findings(check.findings)}
<h2>Clauses</h2>
${policy.clauses.map(clauseArticle).join("\n")}
</main>
</body>
</html>
`;
}

function about(check: PolicyCheck): string {
  const value = check.document?.value;
  const entries: readonly (readonly [string, string | null])[] = [
    ["Vertical", textAt(value, "vertical")],
    ["Regime", textAt(value, "regime")],
    ["Jurisdiction", textAt(value, "jurisdiction")],
    ["Takes effect", textAt(value, "effective_date")],
    ["Authority", textAt(value, "meta", "authority")],
    ["Receipts kept", textAt(value, "compliance_thresholds", "receipt_retention_days", " days")],
    ["Quorum", textAt(value, "receipt_chain", "quorum")],
    ["File", nameOf(check)],
  ];
  const rows = entries.flatMap(([name, text]) =>
    text === null ? [] : `<dt>${name}</dt><dd>${html(text)}</dd>`,
  );
  const description = textAt(value, "meta", "description");
  return `${description === null ? "" : `<p>${html(description)}</p>\n`}<dl>\n${rows.join("\n")}\n</dl>`;
}

function findings(all: readonly Finding[]): string {
  if (all.length === 0) return "<p>None: the document matches the schema and violates no rule.</p>";
  const items = all.map((finding) => {
    const { severity, line, column, message, hint } = finding;
    const place = `<span class="quiet">line ${line}, column ${column}, ${html(findingId(finding))}</span>`;
    const advice = hint === null ? "" : `<br>${html(hint)}`;
    return `<li><span class="${severity}">${severity}</span> ${html(message)} ${place}${advice}</li>`;
  });
  return `<p>${plural(all.length, "finding")}.</p>\n<ol>\n${items.join("\n")}\n</ol>`;
}

function clauseArticle(clause: ReadableClause): string {
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
</article>`;
}

/** Returns the text or number at a key of an object, or of an object in it; null if there is none. */
function textAt(value: unknown, key: string, inner?: string, unit = ""): string | null {
  const found = inner === undefined ? ownField(value, key) : ownField(ownField(value, key), inner);
  return typeof found === "string" || typeof found === "number" ? `${found}${unit}` : null;
}
