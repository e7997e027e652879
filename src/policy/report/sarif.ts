import { machineJson } from "../../text/machine-json.ts";
import type { PolicyCheck } from "../check-document.ts";
import type { Finding } from "../finding.ts";
import { rules } from "../rules/index.ts";
import type { Rule } from "../rules/rule.ts";
import { yaml11Rule } from "../yaml-1-1.ts";
import { type CheckedText, findingId, nameOf, messageWithHint } from "./checked-text.ts";
import type { Reporter } from "./reporter.ts";

/**
 * Creates a reporter of a SARIF 2.1.0 log (https://docs.oasis-open.org/sarif/sarif/v2.1.0/) with one run.
 * @param version version of hooklens
 */
export function sarifReporter(version: string): Reporter<CheckedText> {
  /** Index of each finding ID, in the order of first use; results refer to rules by index. */
  const indexes = new Map<string, number>();
  let separator = "\n";

  function result(check: PolicyCheck, finding: Finding): unknown {
    const { severity, path, line, column, endLine, endColumn } = finding;
    const ruleId = findingId(finding);
    const ruleIndex = indexes.get(ruleId) ?? indexes.size;
    indexes.set(ruleId, ruleIndex);
    return {
      ruleId,
      ruleIndex,
      level: severity,
      message: { text: messageWithHint(finding) },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: uriOf(nameOf(check)) },
            region: { startLine: line, startColumn: column, endLine, endColumn },
          },
          ...(path !== "" && { logicalLocations: [{ fullyQualifiedName: path, kind: "value" }] }),
        },
      ],
    };
  }

  function descriptor(id: string): unknown {
    const rule = rules.find((one) => one.id === id);
    const { summary, explanation, severity = "error" } = rule ?? otherTexts[id] ?? schemaTexts;
    return {
      id,
      shortDescription: { text: summary },
      fullDescription: { text: explanation },
      defaultConfiguration: { level: severity },
    };
  }

  return {
    begin: () =>
      `{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [{"columnKind": "utf16CodeUnits", "results": [`,
    file: ({ check }) =>
      check.findings
        .map((finding) => {
          const written = separator + machineJson(result(check, finding));
          separator = ",\n";
          return written;
        })
        .join(""),
    end() {
      const driver = {
        name: "hooklens",
        semanticVersion: version,
        rules: [...indexes.keys()].map(descriptor),
      };
      return `\n], "tool": ${machineJson({ driver })}}]}\n`;
    },
  };
}

/** Texts of findings outside rules and schema. */
const otherTexts: Readonly<
  Record<string, Pick<Rule, "summary" | "explanation"> & Partial<Pick<Rule, "severity">>>
> = {
  parse: {
    summary: "The text cannot be read.",
    explanation: "A policy is one document in YAML 1.2 or JSON, in UTF-8.",
  },
  "prototype-key": {
    summary: "The key __proto__ is not allowed.",
    explanation: "A program that copies the document carelessly uses its value for missing fields.",
  },
  [yaml11Rule]: {
    summary: "The value is another one in YAML 1.1, which the document declares.",
    explanation:
      "Programs that follow the declaration read another value than hooklens, which reads YAML 1.2.",
    severity: "warning",
  },
};
const schemaTexts: (typeof otherTexts)[string] = {
  summary: "The document does not match the schema.",
  explanation: "See schemas/vertical-policy.schema.json.",
};

/** Converts a path to a relative or absolute URI reference (RFC 3986). */
function uriOf(path: string): string {
  const encoded = path.toWellFormed().replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
  return encoded.startsWith("/") ? `file://${encoded}` : encoded;
}
