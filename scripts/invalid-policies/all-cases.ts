import { Buffer } from "node:buffer";
import { clauseCases, mappingCases } from "./clause-cases.ts";
import { documentCases } from "./document-cases.ts";
import type { CaseRow, Expectation, InvalidPolicy } from "./invalid-policy.ts";
import { metaCases } from "./meta-cases.ts";
import { jsonCases, yamlCases } from "./parse-cases.ts";
import { quorumExceedsNodes, quorumZero, ruleCases } from "./rule-cases.ts";
import { chainCases, thresholdCases, tooManyMandatoryAxes } from "./terms-cases.ts";

function ofSchema([name, path, ...edits]: CaseRow, ...besides: readonly string[]): InvalidPolicy {
  const keywords = [name.slice(name.lastIndexOf(".") + 1), ...besides];
  return {
    file: `${name}.yaml`,
    edits,
    expected: keywords.map((keyword) => ({ keyword, rule: null, path })),
  };
}

function ofRule([name, path, ...edits]: CaseRow, ...besides: readonly string[]): InvalidPolicy {
  const rules = [name, ...besides];
  return { file: `rule.${name}.yaml`, edits, expected: rules.map((rule) => ({ keyword: null, rule, path })) };
}

function ofParsing([name, path, ...edits]: CaseRow, ending: "yaml" | "json"): InvalidPolicy {
  return { file: `parse.${name}.${ending}`, edits, expected: [{ keyword: null, rule: "parse", path }] };
}

const unreadable: readonly Expectation[] = [{ keyword: null, rule: "parse", path: "" }];

/** Policies whose files are not valid UTF-8. */
const ofBytes: readonly InvalidPolicy[] = [
  {
    file: "parse.not-utf8.yaml",
    edits: [["in legal research", "in legal r⟦ésumés"]],
    expected: unreadable,
    // Encodes the marked letters as Latin-1, the rest as UTF-8.
    encode: (text) => Buffer.from(Buffer.from(text).toString("latin1").replaceAll("Ã©", "é"), "latin1"),
  },
  {
    file: "parse.utf16.yaml",
    edits: [["schema_version", "⟦schema_version"]],
    expected: unreadable,
    encode: (text) => Buffer.from(`\uFEFF${text}`, "utf16le"),
  },
];

const schemaRows = [
  ...documentCases,
  ...metaCases,
  ...clauseCases,
  ...mappingCases,
  ...thresholdCases,
  ...chainCases,
];

/** All invalid policies. Three of them have a second finding that cannot be avoided. */
export const invalidPolicies: readonly InvalidPolicy[] = [
  ...schemaRows.map((row) => ofSchema(row)),
  ofSchema(tooManyMandatoryAxes, "uniqueItems"),
  ...ruleCases.map((row) => ofRule(row)),
  ofRule(quorumZero, "quorum-no-majority"),
  ofRule(quorumExceedsNodes, "quorum-total-exceeds-nodes"),
  ...yamlCases.map((row) => ofParsing(row, "yaml")),
  ...jsonCases.map((row) => ofParsing(row, "json")),
  ...ofBytes,
];
