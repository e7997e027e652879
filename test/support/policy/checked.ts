import { checkPolicy } from "../../../src/policy/check.ts";
import type { CheckedText } from "../../../src/policy/report/checked-text.ts";
import type { Reporter } from "../../../src/policy/report/reporter.ts";
import { testNowMs, toYaml } from "./valid-policy.ts";

/** Checks a text, or a document as YAML. */
export function checked(source: unknown, file: string | null = "policies/one.yaml"): CheckedText {
  const text = typeof source === "string" ? source : toYaml(source);
  return { check: checkPolicy(text, { file, nowMs: testNowMs }), text };
}

/** Returns the complete report of a reporter. */
export function reported(reporter: Reporter<CheckedText>, files: readonly CheckedText[]): string {
  return [reporter.begin(), ...files.map((file) => reporter.file(file)), reporter.end()].join("");
}
