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
    "The schema judges each field of a policy alone. These rules judge what the fields say together, of documents the schema accepts. An error makes a policy invalid; a warning does so only with `--strict`.\n",
    `| rule | severity | when it fires |\n|---|---|---|\n${rows.join("\n")}\n`,
    ...sections,
  ].join("\n");
}

if (import.meta.main) writeFileSync(policyRulesFile, policyRulesDocument());
