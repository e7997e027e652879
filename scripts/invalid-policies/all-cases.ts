import { Buffer } from "node:buffer";
import { clauseCases, mappingCases } from "./clause-cases.ts";
import { documentCases } from "./document-cases.ts";
import type { CaseRow, Expectation, InvalidPolicy } from "./invalid-policy.ts";
import { metaCases } from "./meta-cases.ts";
import { jsonCases, yamlCases } from "./parse-cases.ts";
import { ruleCases } from "./rule-cases.ts";
import { chainCases, thresholdCases } from "./terms-cases.ts";

function ofSchema([name, path, ...edits]: CaseRow): InvalidPolicy {
  const keyword = name.slice(name.lastIndexOf(".") + 1);
  return { file: `${name}.yaml`, edits, expected: [{ keyword, rule: null, path }] };
}

function ofRule([name, path, ...edits]: CaseRow): InvalidPolicy {
  return { file: `rule.${name}.yaml`, edits, expected: [{ keyword: null, rule: name, path }] };
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

/** All invalid policies; each has one fault. */
export const invalidPolicies: readonly InvalidPolicy[] = [
  ...schemaRows.map((row) => ofSchema(row)),
  ...ruleCases.map((row) => ofRule(row)),
  ...yamlCases.map((row) => ofParsing(row, "yaml")),
  ...jsonCases.map((row) => ofParsing(row, "json")),
  ...ofBytes,
];
