import { dedupeFindings } from "./dedupe-findings.ts";
import type { PolicyDocument, Reading } from "./document.ts";
import type { Finding } from "./finding.ts";
import type { Policy } from "./policy.ts";
import { addPrototypeKeys } from "./prototype-keys.ts";
import { rules } from "./rules/index.ts";
import { ruleContext } from "./rules/rule.ts";
import { schemaFindings } from "./schema/schema-findings.ts";
import { violationsOf } from "./schema/validate.ts";
import { addYaml11Values } from "./yaml-1-1.ts";

export interface CheckOptions {
  /** File name for reports. @default null */
  readonly file?: string | null;
  /** Reference time for dates, milliseconds since 1970. @default now */
  readonly nowMs?: number;
  /**
   * True checks only the schema, without the rules, and reports each violation, even several of one fault.
   * @default false
   */
  readonly schemaOnly?: boolean;
}

/** Result of a check. */
export interface PolicyCheck {
  readonly file: string | null;
  /** True if the text is readable and the document matches the schema. */
  readonly schemaValid: boolean;
  /** True if no finding has severity error. */
  readonly valid: boolean;
  /** Findings in the order of their places. */
  readonly findings: readonly Finding[];
  /** The document; null if the text is not readable. */
  readonly document: PolicyDocument | null;
  /** The document as a policy; null if it does not match the schema. */
  readonly policy: Policy | null;
}

/** Checks a document against the schema and, if it matches, the rules. Never throws. */
export function checkReading(reading: Reading, options: CheckOptions = {}): PolicyCheck {
  const file = options.file ?? null;
  if (!reading.ok) {
    return {
      file,
      schemaValid: false,
      valid: false,
      findings: [reading.finding],
      document: null,
      policy: null,
    };
  }
  const { document } = reading;
  const violations = violationsOf(document.value);
  const schemaValid = violations.length === 0;
  const policy = schemaValid ? (document.value as Policy) : null;
  const findings = schemaValid
    ? []
    : schemaFindings(document, violations, { isEach: options.schemaOnly === true });
  if (options.schemaOnly !== true) {
    addPrototypeKeys(document, findings);
    addYaml11Values(document, findings);
    if (policy !== null) addRuleFindings(document, policy, options.nowMs ?? Date.now(), findings);
  }
  if (findings.length > 1) findings.sort(byPlace);
  const valid = findings.every(({ severity }) => severity !== "error");
  return { file, schemaValid, valid, findings, document, policy };
}

/** Maximum number of findings per rule: a large document can violate a rule in every word. */
const maxPerRule = 1_000;

function addRuleFindings(document: PolicyDocument, policy: Policy, nowMs: number, findings: Finding[]): void {
  const context = ruleContext(policy, nowMs);
  const hits = rules.flatMap(({ id: rule, severity, check }) =>
    check(policy, context)
      .slice(0, maxPerRule)
      .map((hit) => ({ ...hit, rule, severity })),
  );
  for (const { rule, severity, path, at, message, hint, fix } of dedupeFindings(hits, policy, context)) {
    const place = (at === "key" ? document.keyPlace(path) : null) ?? document.valuePlace(path);
    // Rules return paths of existing values.
    if (place === null) throw new Error(`${rule} names ${path}, which does not exist`);
    findings.push({ path, keyword: null, rule, severity, message, hint, fix, ...place });
  }
}

/** Compares findings by start, then by end. */
function byPlace(a: Finding, b: Finding): number {
  return a.start - b.start || a.end - b.end;
}
