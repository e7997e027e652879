import { describe, expect, it, test } from "vitest";
import { tryWhatIfs } from "../../../../src/policy/edit/try-what-ifs.ts";
import { steppedWeight, type WhatIf, whatIfText, withWhatIf } from "../../../../src/policy/edit/what-if.ts";
import { unifiedDiff } from "../../../../src/text/unified-diff.ts";
import { shippedPolicy } from "../../../support/policy/policy-folder.ts";

const healthcare = shippedPolicy("healthcare");
const clause = (id: string, index = 0) => ({ id, index });
const weight = (to: number, id = "HIPAA-164.308a1A"): WhatIf => ({
  kind: "weight",
  clause: clause(id),
  axis: "Λ6",
  weight: to,
});

/** The removed and added lines of a change of a text. */
function changedLines(text: string, ...changes: readonly WhatIf[]): readonly string[] {
  const tried = tryWhatIfs(text, changes, "yaml");
  expect(tried.failed).toEqual([]);
  return unifiedDiff(["a", "b"], text, tried.text)
    .split("\n")
    .filter((line) => /^[-+](?![-+])/.test(line));
}

describe("a change", () => {
  it("adds a mapping that looks like the others, with their quotes", () => {
    const map: WhatIf = {
      kind: "map",
      clause: clause("HIPAA-164.308a1A"),
      axis: "Λ1",
      weight: 0.5,
      enforcement: "recommended",
    };
    const added = [
      "      - axis: Λ1",
      "        label: Transparency",
      "        weight: 0.5",
      "        enforcement: recommended",
    ];
    expect(changedLines(healthcare, map)).toEqual(added.map((line) => `+${line}`));
    const inQuotes = healthcare.replaceAll(/axis: (Λ\d+)/g, "axis: '$1'");
    expect(changedLines(inQuotes, map)[0]).toBe("+      - axis: 'Λ1'");
  });

  it("copies a clause with its comments and its empty line, and changes its ID alone", () => {
    const text = healthcare.replace("title: Risk analysis", "title: Risk analysis # see 2024 audit");
    const lines = changedLines(text, {
      kind: "copy-clause",
      clause: clause("HIPAA-164.308a1A"),
      as: "NEW-1",
    });
    expect(lines[0]).toBe("+  - clause_id: NEW-1");
    expect(lines).toContain("+    title: Risk analysis # see 2024 audit");
    expect(lines.filter((line) => line === "+")).toHaveLength(1);
  });

  it("removes a clause with one of the empty lines around it", () => {
    const remove: WhatIf = { kind: "remove-clause", clause: clause("HIPAA-164.308a2") };
    const { text } = tryWhatIfs(healthcare, [remove], "yaml");
    expect(text).not.toMatch(/\n\n\n/);
    expect(text).not.toContain("HIPAA-164.308a2\n");
  });

  it("puts a mapping back in the place of the only one, as lines", () => {
    const only = clause("HIPAA-164.308a2");
    const map: WhatIf = { kind: "map", clause: only, axis: "Λ2", weight: 0.4, enforcement: "mandatory" };
    const lines = changedLines(healthcare, { kind: "unmap", clause: only, axis: "Λ2" }, map);
    expect(lines.filter((line) => line.startsWith("+"))).toEqual(["+        weight: 0.4"]);
  });

  test.each<[string, string, WhatIf, RegExp]>([
    ["a clause that is not there", healthcare, weight(0.5, "NO-1"), /^there is no clause NO-1$/],
    [
      "an axis that is not mapped",
      healthcare,
      { kind: "unmap", clause: clause("HIPAA-164.308a2"), axis: "Λ9" },
      /^HIPAA-164\.308a2 does not map Λ9$/,
    ],
    [
      "an ID that is taken",
      healthcare,
      { kind: "copy-clause", clause: clause("HIPAA-164.308a2"), as: "HIPAA-164.308a7" },
      /^there is a clause HIPAA-164\.308a7 already$/,
    ],
    [
      "one of several clauses of an ID",
      healthcare.replace("clause_id: HIPAA-164.308a2", "clause_id: HIPAA-164.308a1A"),
      { ...weight(0.5), clause: clause("HIPAA-164.308a1A", 9) } as WhatIf,
      /^several clauses have the ID/,
    ],
    [
      "a weight that other mappings use through an anchor",
      healthcare.replace("weight: 1.0", "weight: &w 1.0").replace("weight: 0.6", "weight: *w"),
      weight(0.5),
      /anchor/,
    ],
    [
      "mappings that repeat those of another clause",
      healthcare
        .replace("lambda_axes:\n      - axis: Λ6", "lambda_axes: &shared\n      - axis: Λ6")
        .replace(/(HIPAA-164\.308a2$[^]*?lambda_axes:)\n[^]*?\n\n/m, "$1 *shared\n\n"),
      weight(0.5, "HIPAA-164.308a2"),
      /^\*shared repeats another part; edit it by hand$/,
    ],
    [
      "a copy with an anchor",
      healthcare.replace("weight: 1.0", "weight: &w 1.0"),
      { kind: "copy-clause", clause: clause("HIPAA-164.308a1A"), as: "NEW-1" },
      /^it has an anchor/,
    ],
    ["a text that cannot be read", "a: [", weight(0.5), /^the text cannot be read/],
  ])("is refused with the reason for %s, and the text stays", (_, text, change, why) => {
    const tried = tryWhatIfs(text, [change], "yaml");
    expect(tried).toEqual({ text, applied: [], failed: [{ change, why: expect.stringMatching(why) }] });
  });

  it("that does not apply leaves the others in place", () => {
    const tried = tryWhatIfs(
      healthcare,
      [weight(0.5), weight(0.5, "NO-1"), { kind: "retention", days: 900 }],
      "yaml",
    );
    expect(tried.applied).toHaveLength(2);
    expect(tried.text).toContain("receipt_retention_days: 900 # six years");
  });
});

describe("the list of changes", () => {
  it("has one entry for steps of one weight, also of a mapping that was just added", () => {
    const steps = [0.95, 0.9].reduce<readonly WhatIf[]>((list, to) => withWhatIf(list, weight(to)), []);
    expect(steps).toEqual([weight(0.9)]);
    const cell = { clause: clause("A-1"), axis: "Λ4" } as const;
    const map: WhatIf = { kind: "map", ...cell, weight: 0.5, enforcement: "recommended" };
    expect(withWhatIf([map], { kind: "weight", ...cell, weight: 0.55 })).toEqual([{ ...map, weight: 0.55 }]);
    expect(withWhatIf([map], { kind: "enforcement", ...cell, enforcement: "mandatory" })).toEqual([
      { ...map, enforcement: "mandatory" },
    ]);
    expect(withWhatIf([map], { kind: "unmap", ...cell })).toHaveLength(2);
    expect(withWhatIf([weight(0.9)], weight(0.8, "OTHER-1"))).toHaveLength(2);
    expect(withWhatIf([{ kind: "minimum", minimum: 3 }], { kind: "minimum", minimum: 4 })).toHaveLength(1);
  });

  it("steps weights on the grid of two decimals from 0 to 1", () => {
    expect([
      steppedWeight(0.3, 1),
      steppedWeight(0.05, -1),
      steppedWeight(0.98, 1),
      steppedWeight(0, -1),
    ]).toEqual([0.35, 0, 1, 0]);
    expect(steppedWeight(0.1 + 0.2, 1)).toBe(0.35);
  });

  it("names each change in words", () => {
    expect(whatIfText(weight(0.6))).toBe("HIPAA-164.308a1A Λ6 weight 0.6");
    expect(whatIfText({ kind: "mandatory", axis: "Λ4", isMandatory: false })).toBe(
      "Λ4 Fairness no longer mandatory",
    );
  });
});
