import { checkPolicy } from "../../../src/policy/check.ts";
import type { Finding } from "../../../src/policy/finding.ts";
import { policyFormat } from "../../../src/policy/read/format.ts";
import { mutatedPolicyText } from "./mutated-texts.ts";
import { testNowMs } from "./valid-policy.ts";

/** What a check of one text in one format cost and found. */
export interface MutatedCheck {
  readonly seed: number;
  readonly format: "yaml" | "json";
  /** Milliseconds of processor time. */
  readonly cpuMs: number;
  readonly findings: readonly Finding[];
  readonly text: string;
}

/** The text of a seed, read as what it begins like, of some seeds as the other. Throws what the check throws: it should throw nothing. */
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
 * The least a text costs in several rounds, milliseconds of processor time: of a single round the collection of earlier texts' garbage
 * or the compilation of a function may be most.
 */
export function leastCpuMs(seed: number): number {
  return Math.min(...Array.from({ length: 5 }, () => checkMutated(seed).cpuMs));
}

/** What is wrong with the places of findings: each lies within the text, and its line and column are those of its offsets. */
export function misplaced({ text, findings }: MutatedCheck): readonly Finding[] {
  const body = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return findings.filter(({ start, end, line, column }) => {
    const lines = body.slice(0, start).split(/\r\n|\r(?!\n$)|\n/);
    const splitsLineEnd = body[start - 1] === "\r" && body[start] === "\n";
    const isRight = lines.length === line && (lines.at(-1) ?? "").length === column - 1;
    return start < 0 || start > end || end > body.length || (!isRight && !splitsLineEnd);
  });
}
