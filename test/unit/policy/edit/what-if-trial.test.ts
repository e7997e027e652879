import { expect, test } from "vitest";
import { tryWhatIfs, whatIfTrial } from "../../../../src/policy/edit/try-what-ifs.ts";
import type { WhatIf } from "../../../../src/policy/edit/what-if.ts";
import { shippedPolicy } from "../../../support/policy/policy-folder.ts";

const text = shippedPolicy("healthcare");
const minimum: WhatIf = { kind: "minimum", minimum: 3 };
const retention: WhatIf = { kind: "retention", days: 10 };
const missing: WhatIf = { kind: "remove-clause", clause: { id: "none", index: 0 } };

test("a change on top of tried ones continues with their document", () => {
  const trial = whatIfTrial(text, "yaml");
  const first = trial([minimum, missing]);
  // As they arrive in the thread: copies.
  const both = trial(structuredClone([minimum, missing, retention]));
  const back = trial([minimum]);
  expect(documentOf(back)).toBe(documentOf(first));
  expect(back).toMatchObject(tryWhatIfs(text, [minimum], "yaml"));
  expect(both.text).toBe(tryWhatIfs(text, [minimum, retention], "yaml").text);
  expect(both.failed).toEqual([{ change: missing, why: "there is no clause none" }]);
});

test("changes in another order are tried again", () => {
  const trial = whatIfTrial(text, "yaml");
  const other: WhatIf = { kind: "minimum", minimum: 9 };
  trial([minimum, other]);
  expect(trial([other, minimum]).text).toContain("minimum_lambda_coverage: 3");
});

function documentOf({ reading }: ReturnType<ReturnType<typeof whatIfTrial>>) {
  return reading.ok ? reading.document : null;
}
