import type { Rule } from "./rule.ts";

export const zeroMandatoryWeight: Rule = {
  id: "zero-mandatory-weight",
  severity: "warning",
  summary: "All mappings of enforcement mandatory together weigh 0, also when there is none.",
  explanation:
    "Nothing that the policy enforces counts for anything. Either its weights were never filled in, or no mapping is mandatory at all.",
  check(_policy, { mappings }) {
    const enforced = mappings.filter(({ enforcement }) => enforcement === "mandatory");
    if (enforced.some(({ weight }) => weight !== null && weight > 0)) return [];
    return [
      {
        path: "/regulatory_clauses",
        message:
          enforced.length === 0
            ? "no mapping is of enforcement mandatory"
            : "all mappings of enforcement mandatory together weigh 0",
        hint: "make at least one mapping mandatory with a weight above 0",
        fix: null,
      },
    ];
  },
};
