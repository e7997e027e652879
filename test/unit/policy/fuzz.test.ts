import { expect, test } from "vitest";
import { checkMutated, leastCpuMs, misplaced } from "../../support/policy/check-mutated.ts";

const texts = 20_000;

/** Processor time, not the clock's: what else the machine does is not counted, and what seems slow is measured again alone. */
const mostCpuMs = 100;

test(`of ${texts} disturbed policies none crashes the check, takes ${mostCpuMs} ms, or has a finding beside its place`, () => {
  const wrong: unknown[] = [];
  let [unreadable, refused] = [0, 0];
  for (let seed = 0; seed < texts; seed++) {
    const check = checkMutated(seed);
    const parse = check.findings.filter(({ rule }) => rule === "parse");
    const isRight =
      (check.cpuMs < mostCpuMs || leastCpuMs(seed) < mostCpuMs) &&
      misplaced(check).length === 0 &&
      (parse.length === 0 || check.findings.length === 1);
    if (!isRight) wrong.push({ seed, cpuMs: check.cpuMs, findings: check.findings });
    unreadable += parse.length;
    refused += check.findings.some(({ keyword }) => keyword !== null) ? 1 : 0;
  }
  expect(wrong).toEqual([]);
  // Texts no parser takes would test nothing behind it.
  expect(unreadable).toBeGreaterThan(texts / 3);
  expect(refused).toBeGreaterThan(texts / 10);
}, 240_000);
