import { algorithmMismatch } from "./algorithm-mismatch.ts";
import { axisLabelMismatch } from "./axis-label-mismatch.ts";
import { chainingNotDag } from "./chaining-not-dag.ts";
import { coverageBelowMinimum } from "./coverage-below-minimum.ts";
import { duplicateAxisInClause } from "./duplicate-axis-in-clause.ts";
import { duplicateClauseId } from "./duplicate-clause-id.ts";
import { duplicateNode } from "./duplicate-node.ts";
import { effectiveDateStale } from "./effective-date-stale.ts";
import { hiddenCharacter } from "./hidden-character.ts";
import { invalidCalendarDate } from "./invalid-calendar-date.ts";
import { levelConflict } from "./level-conflict.ts";
import { mandatoryAxisNotEnforced } from "./mandatory-axis-not-enforced.ts";
import { mandatoryAxisUncovered } from "./mandatory-axis-uncovered.ts";
import { mandatoryAxisZeroWeight } from "./mandatory-axis-zero-weight.ts";
import { mixedScript } from "./mixed-script.ts";
import { notNfc } from "./not-nfc.ts";
import { quorumExceedsNodes } from "./quorum-exceeds-nodes.ts";
import { quorumImpossible } from "./quorum-impossible.ts";
import { quorumNoMajority } from "./quorum-no-majority.ts";
import { quorumTotalExceedsNodes } from "./quorum-total-exceeds-nodes.ts";
import { quorumZero } from "./quorum-zero.ts";
import { retentionImplausible } from "./retention-implausible.ts";
import type { Rule } from "./rule.ts";
import { schemaVersionMismatch } from "./schema-version-mismatch.ts";
import { sovereigntyDomestic } from "./sovereignty-domestic.ts";
import { verticalRegimeMismatch } from "./vertical-regime-mismatch.ts";
import { zeroMandatoryWeight } from "./zero-mandatory-weight.ts";

/** Rules across fields, in the order of the documentation. */
export const rules: readonly Rule[] = [
  axisLabelMismatch,
  duplicateAxisInClause,
  duplicateClauseId,
  mandatoryAxisUncovered,
  mandatoryAxisNotEnforced,
  mandatoryAxisZeroWeight,
  coverageBelowMinimum,
  zeroMandatoryWeight,
  quorumZero,
  quorumImpossible,
  quorumExceedsNodes,
  quorumTotalExceedsNodes,
  quorumNoMajority,
  duplicateNode,
  invalidCalendarDate,
  effectiveDateStale,
  verticalRegimeMismatch,
  sovereigntyDomestic,
  retentionImplausible,
  schemaVersionMismatch,
  algorithmMismatch,
  chainingNotDag,
  levelConflict,
  notNfc,
  hiddenCharacter,
  mixedScript,
];
