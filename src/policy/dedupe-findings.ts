import { knownRegimes } from "./fields/known-regimes.ts";
import type { Severity } from "./finding.ts";
import { isWeightless } from "./matrix/coverage.ts";
import type { Policy } from "./policy.ts";
import type { RuleContext, RuleFinding } from "./rules/rule.ts";

/** Finding of a rule, with the rule. */
export interface RuleHit extends RuleFinding {
  readonly rule: string;
  readonly severity: Severity;
}

/** Rule that can report the error behind another rule's finding. */
interface Restatement {
  readonly rule: string;
  /** Rules that report the fault better, in order. */
  readonly of: readonly string[];
  /** Condition under which both report one error, for the documentation. */
  readonly when: string;
  /** Returns true if both findings report one fault. */
  isSame(hit: RuleHit, kept: RuleHit, policy: Policy, context: RuleContext): boolean;
  /** Returns the addition to the message of the other finding; null for none. */
  fact(hit: RuleHit, kept: RuleHit, policy: Policy): string | null;
}

const isAtSamePlace = (hit: RuleHit, kept: RuleHit) => hit.path === kept.path;

const listedNodes = ({ receipt_chain: { nodes } }: Policy) => `only ${nodes.length} nodes are listed`;

/** All pairs of rules that one fault can violate. */
export const restatements: readonly Restatement[] = [
  {
    rule: "quorum-exceeds-nodes",
    of: ["quorum-impossible"],
    when: "both are at the same place",
    isSame: isAtSamePlace,
    fact: (_hit, _kept, policy) => listedNodes(policy),
  },
  {
    rule: "quorum-total-exceeds-nodes",
    of: ["quorum-zero", "quorum-impossible", "quorum-exceeds-nodes"],
    when: "both are at the same place",
    isSame: isAtSamePlace,
    fact: (_hit, { rule }, policy) => (rule === "quorum-exceeds-nodes" ? null : listedNodes(policy)),
  },
  {
    rule: "quorum-no-majority",
    of: ["quorum-zero", "quorum-impossible", "quorum-exceeds-nodes", "quorum-total-exceeds-nodes"],
    when: "both are at the same place",
    isSame: isAtSamePlace,
    fact: (_hit, { rule }) => (rule === "quorum-zero" ? null : "it is not a majority"),
  },
  {
    rule: "mandatory-axis-zero-weight",
    of: ["mandatory-axis-not-enforced"],
    when: "both are at the same place",
    isSame: isAtSamePlace,
    fact: () => "every mapping of it has weight 0",
  },
  {
    rule: "zero-mandatory-weight",
    of: ["mandatory-axis-not-enforced", "mandatory-axis-zero-weight"],
    when: "all mandatory mappings are of the axes that these rules report",
    isSame(_hit, _kept, _policy, { coverage, mappings }) {
      const reported = coverage.mandatory.filter(
        ({ standing, carriers }) => standing === "not-enforced" || isWeightless(carriers),
      );
      const enforced = mappings.filter(({ enforcement }) => enforcement === "mandatory");
      return enforced.every((mapping) => reported.some(({ axis }) => axis === mapping.axis));
    },
    fact: ({ message }) => message,
  },
  {
    rule: "vertical-regime-mismatch",
    of: ["hidden-character", "mixed-script"],
    when: "the fix of the other makes the regime a known one",
    isSame: (hit, kept, policy) => isAtSamePlace(hit, kept) && isKnownAfter(kept, policy),
    fact: (_hit, _kept, { vertical }) => `as written it names no known regime of ${vertical}`,
  },
];

/** Returns true if the fix of a finding results in a known regime. */
function isKnownAfter({ fix }: RuleHit, { vertical }: Policy): boolean {
  const [edit] = fix?.edits ?? [];
  if (edit?.kind !== "set") return false;
  return knownRegimes[vertical].some((name) => String(edit.value).includes(name));
}

/**
 * Merges findings about one error: leaves out all but the first in the order of the rules, and appends their facts to
 * its message.
 */
export function dedupeFindings(
  hits: readonly RuleHit[],
  policy: Policy,
  context: RuleContext,
): readonly RuleHit[] {
  if (hits.length < 2) return hits;
  const facts = new Map<RuleHit, Set<string>>();
  const kept = hits.filter((hit) => {
    const restatement = restatements.find(({ rule }) => rule === hit.rule);
    if (restatement === undefined) return true;
    const { of, isSame, fact } = restatement;
    const better = of
      .flatMap((rule) => hits.filter((other) => other.rule === rule))
      .find((other) => isSame(hit, other, policy, context));
    if (better === undefined) return true;
    const added = fact(hit, better, policy);
    if (added !== null) facts.set(better, (facts.get(better) ?? new Set()).add(added));
    return false;
  });
  return kept.map((hit) => ({ ...hit, message: [hit.message, ...(facts.get(hit) ?? [])].join("; ") }));
}
