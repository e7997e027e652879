// Writes docs/policy-rules.md: the table and explanations of the rules across fields.
import { writeFileSync } from "node:fs";
import { rules } from "../src/policy/rules/index.ts";

export const policyRulesFile = new URL("../docs/policy-rules.md", import.meta.url);

/** Returns the text of the document. */
export function policyRulesDocument(): string {
  const rows = rules.map(({ id, severity, summary }) => `| [${id}](#${id}) | ${severity} | ${summary} |`);
  const sections = rules.map(
    ({ id, severity, summary, explanation }) => `## ${id}\n\n*${severity}.* ${summary}\n\n${explanation}\n`,
  );
  return [
    "# Rules across fields\n",
    "Written by scripts/write-policy-rules.ts from src/policy/rules.\n",
    "The schema validates each field of a policy separately. These rules check relations between fields, in documents that match the schema. An error makes a policy invalid; a warning only with `--strict`.\n",
    `| rule | severity | condition |\n|---|---|---|\n${rows.join("\n")}\n`,
    ...sections,
  ].join("\n");
}

if (import.meta.main) writeFileSync(policyRulesFile, policyRulesDocument());
