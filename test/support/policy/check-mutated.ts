import { checkPolicy } from "../../../src/policy/check.ts";
import type { Finding } from "../../../src/policy/finding.ts";
import { policyFormat } from "../../../src/policy/read/format.ts";
import { mutatedPolicyText } from "./mutated-texts.ts";
import { testNowMs } from "./valid-policy.ts";

/** Cost and findings of a check of a text in one format. */
export interface MutatedCheck {
  readonly seed: number;
  readonly format: "yaml" | "json";
  /** CPU time in milliseconds. */
  readonly cpuMs: number;
  readonly findings: readonly Finding[];
  readonly text: string;
}

/** Checks the text of a seed in its own format, or in the other one for every fifth seed. */
export function checkMutated(seed: number): MutatedCheck {
  const text = mutatedPolicyText(seed);
  const isJson = policyFormat(text, null) === "json";
  const format = isJson === seed % 5 > 0 ? "json" : "yaml";
  const before = process.cpuUsage();
  const { findings } = checkPolicy(text, { format, nowMs: testNowMs });
  const { user, system } = process.cpuUsage(before);
  return { seed, format, cpuMs: (user + system) / 1_000, findings, text };
}

/**
 * Returns the minimum CPU time of a check in several rounds, in milliseconds: a single round may include
 * garbage collection and compilation.
 */
export function leastCpuMs(seed: number): number {
  return Math.min(...Array.from({ length: 5 }, () => checkMutated(seed).cpuMs));
}

/**
 * Returns the errors in the places of findings: each lies within the text, and its line and column match its
 * offsets.
 */
export function misplaced({ text, findings }: MutatedCheck): readonly Finding[] {
  const body = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return findings.filter(({ start, end, line, column }) => {
    const lines = body.slice(0, start).split(/\r\n|\r(?!\n$)|\n/);
    const splitsLineEnd = body[start - 1] === "\r" && body[start] === "\n";
    const isRight = lines.length === line && (lines.at(-1) ?? "").length === column - 1;
    return start < 0 || start > end || end > body.length || (!isRight && !splitsLineEnd);
  });
}
