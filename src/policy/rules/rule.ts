import type { UnusualText } from "../characters/unusual-texts.ts";
import { unusualTexts } from "../characters/unusual-texts.ts";
import type { Fix, Severity } from "../finding.ts";
import type { PlacedMapping } from "../matrix/placed-mappings.ts";
import { placedMappings } from "../matrix/placed-mappings.ts";
import type { Policy } from "../policy.ts";

/** What a rule says of a document, before its place in the text is known. */
export interface RuleFinding {
  /** JSON Pointer of the value it is about. */
  readonly path: string;
  /** `key`: the span is that of the key, not of the value. @default "value" */
  readonly at?: "key" | "value";
  readonly message: string;
  readonly hint: string | null;
  readonly fix: Fix | null;
}

export interface RuleContext {
  /** The day to judge dates by, milliseconds since 1970. */
  readonly nowMs: number;
  /** All of the document, in its order. */
  readonly mappings: readonly PlacedMapping[];
  /** Of the document: found once for all rules that look at its characters. */
  readonly unusualTexts: readonly UnusualText[];
}

/** What the rules are told besides the document. */
export function ruleContext(policy: Policy, nowMs: number): RuleContext {
  return { nowMs, mappings: placedMappings(policy), unusualTexts: unusualTexts(policy) };
}

/** A rule across fields. It sees only documents the schema accepts. */
export interface Rule {
  /** `axis-label-mismatch` */
  readonly id: string;
  readonly severity: Severity;
  /** One sentence: when it fires. */
  readonly summary: string;
  /** Why that matters, and what to do, in a few sentences. */
  readonly explanation: string;
  check(policy: Policy, context: RuleContext): readonly RuleFinding[];
}
