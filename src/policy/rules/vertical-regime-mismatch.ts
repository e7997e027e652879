import { knownRegimes } from "../fields/known-regimes.ts";
import { quoted } from "../quoted.ts";
import type { Rule } from "./rule.ts";

export const verticalRegimeMismatch: Rule = {
  id: "vertical-regime-mismatch",
  severity: "warning",
  summary: "The regime names none of those known in the vertical.",
  explanation:
    "Each vertical has regimes that its policies answer to, and one of them is expected to be named, written as it is in the list. Often the vertical is that of a document this one was copied from, or the regime is written in other letters.",
  check({ vertical, regime }) {
    const known = knownRegimes[vertical];
    if (known.some((name) => regime.includes(name))) return [];
    const lower = regime.toLowerCase();
    const meant = known.filter((name) => lower.includes(name.toLowerCase()));
    return [
      {
        path: "/regime",
        message: `the regime ${quoted(regime)} names none that is known in ${vertical}`,
        hint:
          meant.length > 0
            ? `letters count: write ${meant.join(" or ")}`
            : `expected is one of ${known.join(", ")}; or is the vertical another one?`,
        fix: null,
      },
    ];
  },
};
