import type { PolicyCheck } from "../../check-document.ts";
import { matrixOf } from "../../matrix/matrix.ts";
import { readablePolicy } from "../../matrix/readable-policy.ts";
import { aboutPolicy, policyDescription, policyTitle } from "../about.ts";
import { clauseArticle } from "./clause-article.ts";
import { findingList } from "./finding-list.ts";
import { matrixTable } from "./matrix-table.ts";
import { htmlPage } from "./page.ts";

/**
 * Creates a self-contained HTML page of a policy: identity, matrix, findings, and each clause with its
 * rationales. Shows the readable parts of a document that does not match the schema. Equal checks result in
 * equal pages.
 */
export function matrixPage(check: PolicyCheck): string {
  const policy = readablePolicy(check.document?.value);
  return htmlPage({
    title: policyTitle(check),
    description: policyDescription(check),
    about: aboutPolicy(check),
    main: `<h2>Matrix</h2>
${matrixTable(matrixOf(policy))}
<h2>Findings</h2>
${findingList(check.findings)}
<h2>Clauses</h2>
${policy.clauses.map((clause) => clauseArticle(clause)).join("\n")}`,
  });
}
