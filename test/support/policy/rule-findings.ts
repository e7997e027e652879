import type { Rule, RuleFinding } from "../../../src/policy/rules/rule.ts";
import { ruleContext } from "../../../src/policy/rules/rule.ts";
import type { TestPolicy } from "./valid-policy.ts";
import { testNowMs, validPolicy } from "./valid-policy.ts";

/** Returns the findings of a rule for the valid policy after a change, checked at a given time. */
export function ruleFindings(
  rule: Rule,
  change: (policy: TestPolicy) => void = () => {},
  nowMs = testNowMs,
): readonly RuleFinding[] {
  const policy = validPolicy();
  change(policy);
  return rule.check(policy, ruleContext(policy, nowMs));
}

/** Returns the findings of a rule for a text in meta.title. */
export function titleFindings(rule: Rule, title: string): readonly RuleFinding[] {
  return ruleFindings(rule, (policy) => {
    policy.meta.title = title;
  });
}

/** Returns the paths of findings. */
export function paths(findings: readonly RuleFinding[]): readonly string[] {
  return findings.map(({ path }) => path);
}
