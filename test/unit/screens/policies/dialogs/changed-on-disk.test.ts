import { expect, it } from "vitest";
import type { WhatIf } from "../../../../../src/policy/edit/what-if.ts";
import { changedOnDisk } from "../../../../../src/screens/policies/dialogs/what-if-question.ts";
import { pageOf } from "../../../../support/app/policy-state.ts";
import { changed, shippedPolicy } from "../../../../support/policy/policy-folder.ts";

const text = shippedPolicy("healthcare");
const seen = pageOf(text);
const clause = { id: "HIPAA-164.308a1A", index: 0 };
const cell = { clause, axis: "Λ6" } as const;
const start = text.indexOf("  - clause_id: HIPAA-164.308a1A");
const end = text.indexOf("  - clause_id: HIPAA-164.308a1D");
const without = text.slice(0, start) + text.slice(end);
const lighter = changed(text, "weight: 1.0", "weight: 0.9");
const recommended = changed(text, "enforcement: mandatory", "enforcement: recommended");
const added = text.slice(0, start) + text.slice(start, end).replace("308a1A", "new") + text.slice(start);

const weight: WhatIf = { kind: "weight", ...cell, weight: 0.45 };
const unmap: WhatIf = { kind: "unmap", ...cell };
const newClause: WhatIf = {
  kind: "add-clause",
  clause: { id: "HIPAA-164.new", title: "t", citation: "c", fullRef: "r", axis: "Λ1" },
};

it.each<[WhatIf, string, string]>([
  [weight, lighter, "HIPAA-164.308a1A × Λ6: 1 → 0.45 (another program set it to 0.9)"],
  [weight, without, "HIPAA-164.308a1A × Λ6: 1 → 0.45 (another program removed it)"],
  [
    { kind: "enforcement", ...cell, enforcement: "informational" },
    recommended,
    "HIPAA-164.308a1A × Λ6: mandatory → informational (another program set it to recommended)",
  ],
  [
    unmap,
    recommended,
    "HIPAA-164.308a1A × Λ6: 1 mandatory → not mapped (another program set it to 1 recommended)",
  ],
  [
    { kind: "retention", days: 3000 },
    changed(text, "receipt_retention_days: 2192", "receipt_retention_days: 400"),
    "retention in days: 2192 → 3000 (another program set it to 400)",
  ],
  [
    { kind: "minimum", minimum: 9 },
    changed(text, "lambda_coverage: 7", "lambda_coverage: 8"),
    "minimum coverage: 7 → 9 (another program set it to 8)",
  ],
  [newClause, added, "clause HIPAA-164.new added (another program added it, too)"],
  [
    { kind: "remove-clause", clause },
    lighter,
    "clause HIPAA-164.308a1A removed (another program changed HIPAA-164.308a1A)",
  ],
])("names the value on disk: %o", (change, disk, words) => {
  expect(changedOnDisk(change, seen, pageOf(disk))).toBe(words);
});

it("is silent about values that are as they were, also of a clause that moved", () => {
  const edited = changed(added, "title: Audit controls", "title: Audit trails");
  const changes: readonly WhatIf[] = [
    weight,
    unmap,
    { kind: "minimum", minimum: 9 },
    { kind: "mandatory", axis: "Λ1", isMandatory: true },
    { kind: "copy-clause", clause, as: "x" },
  ];
  for (const change of changes) expect(changedOnDisk(change, seen, pageOf(edited))).toBeNull();
});
