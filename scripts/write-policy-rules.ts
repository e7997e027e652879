// Writes docs/policy-rules.md: the table and explanations of the rules across fields.
import { writeFileSync } from "node:fs";
import { restatements } from "../src/policy/dedupe-findings.ts";
import { rules } from "../src/policy/rules/index.ts";

export const policyRulesFile = new URL("../docs/policy-rules.md", import.meta.url);

/** Returns the text of the document. */
export function policyRulesDocument(): string {
  const rows = rules.map(({ id, severity, summary }) => `| [${id}](#${id}) | ${severity} | ${summary} |`);
  const sections = rules.map(
    ({ id, severity, summary, explanation }) => `## ${id}\n\n*${severity}.* ${summary}\n\n${explanation}\n`,
  );
  const pairs = restatements.map(({ rule, of, when }) => {
    const better = of.map((id) => `[${id}](#${id})`).join(", ");
    return `| [${rule}](#${rule}) | ${better} | ${when} |`;
  });
  return [
    "# Rules across fields\n",
    "Written by scripts/write-policy-rules.ts from src/policy/rules.\n",
    "The schema validates each field of a policy separately. These rules check relations between fields, in documents that match the schema. An error makes a policy invalid; a warning only with `--strict`.\n",
    `| rule | severity | condition |\n|---|---|---|\n${rows.join("\n")}\n`,
    "## One finding per fault\n",
    "One fault can violate several rules. It has one finding, of the rule in the second column, whose message adds the fact of the other rule.\n",
    `| rule | is left out for | if |\n|---|---|---|\n${pairs.join("\n")}\n`,
    "The schema has one finding per fault too: several violations of one value are one finding, and an unknown key that misspells a missing one is the finding of both. `policy check --schema-only` lists each violation, like other validators.\n",
    ...sections,
  ].join("\n");
}

if (import.meta.main) writeFileSync(policyRulesFile, policyRulesDocument());
