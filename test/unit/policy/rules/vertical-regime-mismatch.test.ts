import { describe, expect, it } from "vitest";
import { knownRegimes } from "../../../../src/policy/fields/known-regimes.ts";
import type { Vertical } from "../../../../src/policy/policy.ts";
import { verticals } from "../../../../src/policy/policy.ts";
import { verticalRegimeMismatch } from "../../../../src/policy/rules/vertical-regime-mismatch.ts";
import { ruleFindings } from "../../../support/policy/rule-findings.ts";

function judged(vertical: Vertical, regime: string) {
  return ruleFindings(verticalRegimeMismatch, (policy) => {
    policy.vertical = vertical;
    policy.regime = regime;
  });
}

describe("vertical-regime-mismatch", () => {
  it("lists the regimes known for the vertical", () => {
    expect(judged("energy", "HIPAA/HITECH")).toEqual([
      {
        path: "/regime",
        message: 'the regime "HIPAA/HITECH" names no known regime of energy',
        hint: "name one of NERC-CIP, FERC, DOE, or correct the vertical",
        fix: null,
      },
    ]);
  });

  it.each(verticals.flatMap((vertical) => knownRegimes[vertical].map((name) => [vertical, name] as const)))(
    "%s knows %s, alone and within a compound",
    (vertical, name) => {
      expect(judged(vertical, name)).toEqual([]);
      expect(judged(vertical, `State-Law/${name}-2024/Other`)).toEqual([]);
    },
  );

  it("is case-sensitive, with a hint if only the case differs", () => {
    expect(judged("healthcare", "hipaa/State-Law")[0]?.hint).toBe("case matters: write HIPAA");
    expect(judged("legaltech", "EIDAS")[0]?.hint).toBe("case matters: write eIDAS");
  });

  it("does not take a regime of one vertical for that of another", () => {
    expect(judged("financial", "GDPR")).toHaveLength(1);
    expect(judged("academic", "EU-AI-Act")).toEqual([]);
  });
});
