import type { Rule } from "./rule.ts";

export const zeroMandatoryWeight: Rule = {
  id: "zero-mandatory-weight",
  severity: "warning",
  summary: "The mandatory mappings have a total weight of 0, or there are none.",
  explanation:
    "No enforced mapping has weight. Either the weights were never filled in, or no mapping is mandatory.",
  check(_policy, { mappings }) {
    const enforced = mappings.filter(({ enforcement }) => enforcement === "mandatory");
    if (enforced.some(({ weight }) => weight !== null && weight > 0)) return [];
    return [
      {
        path: "/regulatory_clauses",
        message:
          enforced.length === 0
            ? "no mapping has enforcement mandatory"
            : "the mandatory mappings have a total weight of 0",
        hint: "make at least one mapping mandatory with a weight above 0",
        fix: null,
      },
    ];
  },
};
