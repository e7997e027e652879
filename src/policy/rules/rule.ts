import type { UnusualText } from "../characters/unusual-texts.ts";
import { unusualTexts } from "../characters/unusual-texts.ts";
import type { Fix, Severity } from "../finding.ts";
import { type Coverage, coverageOf } from "../matrix/coverage.ts";
import { type ReadableClause, type ReadableMapping, readablePolicy } from "../matrix/readable-policy.ts";
import type { Policy } from "../policy.ts";

/** A finding of a rule, not yet placed in the text. */
export interface RuleFinding {
  /** JSON Pointer of the value. */
  readonly path: string;
  /** Selects the span of the key or of the value. @default "value" */
  readonly at?: "key" | "value";
  readonly message: string;
  readonly hint: string | null;
  readonly fix: Fix | null;
}

interface RuleContext {
  /** Current time in milliseconds since 1970, for rules about dates. */
  readonly nowMs: number;
  /** Clauses in document order. */
  readonly clauses: readonly ReadableClause[];
  /** Mappings of all clauses in document order. */
  readonly mappings: readonly ReadableMapping[];
  readonly coverage: Coverage;
  /** Texts for the rules about characters, collected once. */
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

/** A rule across fields, for documents the schema accepts. */
export interface Rule {
  /** Id: `axis-label-mismatch`. */
  readonly id: string;
  readonly severity: Severity;
  /** States when the rule fires, in one sentence. */
  readonly summary: string;
  /** Explains why that matters and what to do, in a few sentences. */
  readonly explanation: string;
  check(policy: Policy, context: RuleContext): readonly RuleFinding[];
}
