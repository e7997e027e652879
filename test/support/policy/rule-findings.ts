import type { Rule, RuleFinding } from "../../../src/policy/rules/rule.ts";
import { ruleContext } from "../../../src/policy/rules/rule.ts";
import type { TestPolicy } from "./valid-policy.ts";
import { testNowMs, validPolicy } from "./valid-policy.ts";

/** What a rule says of the valid policy after a change, judged on a day. */
export function ruleFindings(
  rule: Rule,
  change: (policy: TestPolicy) => void = () => {},
  nowMs = testNowMs,
): readonly RuleFinding[] {
  const policy = validPolicy();
  change(policy);
  return rule.check(policy, ruleContext(policy, nowMs));
}

/** What a rule says of a text that stands as meta.title. */
export function titleFindings(rule: Rule, title: string): readonly RuleFinding[] {
  return ruleFindings(rule, (policy) => {
    policy.meta.title = title;
  });
}

/** Where findings stand. */
export function paths(findings: readonly RuleFinding[]): readonly string[] {
  return findings.map(({ path }) => path);
}
