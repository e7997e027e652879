import { knownRegimes } from "../fields/known-regimes.ts";
import { quoted } from "../quoted.ts";
import type { Rule } from "./rule.ts";

export const verticalRegimeMismatch: Rule = {
  id: "vertical-regime-mismatch",
  severity: "warning",
  summary: "The regime contains no known regime of the vertical.",
  explanation:
    "A policy is expected to name at least one known regime of its vertical, spelled as in the list. Often the vertical comes from a copied document, or the regime differs in case.",
  check({ vertical, regime }) {
    const known = knownRegimes[vertical];
    if (known.some((name) => regime.includes(name))) return [];
    const lower = regime.toLowerCase();
    const meant = known.filter((name) => lower.includes(name.toLowerCase()));
    return [
      {
        path: "/regime",
        message: `the regime ${quoted(regime)} names no known regime of ${vertical}`,
        hint:
          meant.length > 0
            ? `case matters: write ${meant.join(" or ")}`
            : `name one of ${known.join(", ")}, or correct the vertical`,
        fix: null,
      },
    ];
  },
};
