import type { UnusualText } from "../characters/unusual-texts.ts";
import { unusualTexts } from "../characters/unusual-texts.ts";
import type { Fix, Severity } from "../finding.ts";
import { type Coverage, coverageOf } from "../matrix/coverage.ts";
import { type ReadableClause, type ReadableMapping, readablePolicy } from "../matrix/readable-policy.ts";
import type { Policy } from "../policy.ts";

/** Finding of a rule, without its place in the text. */
export interface RuleFinding {
  /** JSON Pointer of the value. */
  readonly path: string;
  /** Part of the property that the finding marks. @default "value" */
  readonly at?: "key" | "value";
  readonly message: string;
  readonly hint: string | null;
  readonly fix: Fix | null;
}

export interface RuleContext {
  /** Current time in milliseconds since 1970, for rules about dates. */
  readonly nowMs: number;
  /** Clauses in document order. */
  readonly clauses: readonly ReadableClause[];
  /** Mappings of all clauses in document order. */
  readonly mappings: readonly ReadableMapping[];
  readonly coverage: Coverage;
  /** Texts for the rules about characters. */
  readonly unusualTexts: readonly UnusualText[];
}

export function ruleContext(policy: Policy, nowMs: number): RuleContext {
  const readable = readablePolicy(policy);
  return {
    nowMs,
    clauses: readable.clauses,
    mappings: readable.clauses.flatMap(({ mappings }) => mappings),
    coverage: coverageOf(readable),
    unusualTexts: unusualTexts(policy),
  };
}

/** Check beyond the schema, for documents that match it. */
export interface Rule {
  /** ID, for example `axis-label-mismatch`. */
  readonly id: string;
  readonly severity: Severity;
  /** Condition of a finding, in one sentence. */
  readonly summary: string;
  /** Reason for the rule and advice, in a few sentences. */
  readonly explanation: string;
  check(policy: Policy, context: RuleContext): readonly RuleFinding[];
}
