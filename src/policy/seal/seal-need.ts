import { plural } from "../../text/numbers.ts";
import { type Visible, v } from "../../text/visible.ts";
import { missingText } from "./missing-text.ts";
import type { SealState } from "./seal-state.ts";

/** Says in few words what the seal needs: `proposed, missing safety-officer`. */
export function sealNeed({ standing, last, proposal, changes, findings, problem }: SealState): Visible {
  switch (standing) {
    case "changed":
      return changes.length === 0 ? v`has errors since` : v`${plural(changes.length, "change")} since`;
    case "unsigned":
      return v`${last?.signed.length === 0 ? "no" : "too few"} valid signatures`;
    case "proposed":
      return proposal === null ? v`proposed` : v`proposed, missing ${missingText(proposal)}`;
    case "broken": {
      const error = findings.find(({ severity }) => severity === "error");
      return v`damaged: ${problem ?? error?.message ?? "the receipts"}`;
    }
    case "sealed":
      return v`sealed`;
    case "unsealed":
      return v`not sealed`;
  }
}
