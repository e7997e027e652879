import { describe, expect, it } from "vitest";
import { registry } from "../../src/screens/index.ts";
import { selectedHeading } from "../../src/screens/policies/folder/rows.ts";
import { folderFolded, groupingToggled, heatMapToggled } from "../../src/screens/policies/folder/state.ts";
import { setPolicies } from "../../src/screens/policies/state.ts";
import { linearLines } from "../../src/tui/linear/linear-page.ts";
import { setWindow } from "../../src/tui/state/window.ts";
import { paneRows } from "../support/app/drawn.tsx";
import { policiesState } from "../support/app/policy-state.ts";
import { after, type KnownState } from "../support/app/state.ts";
import { changed, shippedPolicy } from "../support/policy/policy-folder.ts";

const healthcare = shippedPolicy("healthcare");
const texts = {
  "health.yaml": healthcare,
  "eu/finance.yaml": shippedPolicy("financial"),
  "eu/hostile\u001b[31m.yaml": changed(healthcare, "label: Robustness", "label: Security"),
  "broken.yaml": "regime: [",
};
const opened = (size: { columns: number; rows: number }) => policiesState(texts, size);
const rowWith = (state: KnownState, text: string) =>
  paneRows(state, "list").find((row) => row.includes(text)) ?? "";
const linearText = (state: KnownState) => linearLines(state, registry).join("\n");

describe("the heat map of policies", () => {
  it("draws the shade of each axis at 80x24", () => {
    const state = after(opened({ columns: 80, rows: 24 }), heatMapToggled());
    expect(rowWith(state, "Λ10")).toMatch(/policy +Λ1 +Λ2 +Λ3 +Λ4 +Λ5 +Λ6 +Λ7 +Λ8 +Λ9 +Λ10$/);
    expect(rowWith(state, "health.yaml")).toMatch(
      /^❯ ✓ health\.yaml +██! +██! +██! +░░ +▓▓ +██! +▓▓! +██! +░░ +·$/,
    );
    expect(rowWith(state, "broken.yaml")).toBe("  ✗ broken.yaml");
  });

  it("draws the sums beside the shades at 120x40", () => {
    const state = after(opened({ columns: 120, rows: 40 }), heatMapToggled());
    expect(rowWith(state, "finance.yaml")).toMatch(
      /^ {2}✓ eu\/finance\.yaml +█2\.2! +█2\.5! +▓1\.8 +▓1\.9! +▒0\.6 +▒0\.9 +█3\.4! +█3\.3! +▓1\.6! +·$/,
    );
    expect(rowWith(state, "hostile")).toMatch(/^ {2}✗ eu\/hostile␛\[31m\.yaml +█2\.4!/);
  });

  it("has a column for each axis at 40x10", () => {
    const state = after(opened({ columns: 40, rows: 10 }), heatMapToggled());
    expect(rowWith(state, "policy")).toMatch(/policy +1 2 3 4 5 6 7 8 9 10$/);
    expect(rowWith(state, "health.yaml")).toMatch(/█!█!█!░ ▓ █!▓!█!░ ·$/);
  });

  it("says the axes of each policy in words for a screen reader", () => {
    const state = after(opened({ columns: 80, rows: 24 }), heatMapToggled(), setWindow({ isLinear: true }));
    const text = linearText(state);
    expect(text).toContain(
      "health.yaml, valid: Λ1 Transparency 2.4, mandatory; Λ2 Accountability 2.4, mandatory;",
    );
    expect(text).toContain("Λ9 Explainability 0.5; Λ10");
    expect(text).toContain("broken.yaml: unreadable");
    expect(text).not.toMatch(/[░▒▓█]/);
  });
});

describe("policies grouped by subdirectory", () => {
  const grouped = after(opened({ columns: 80, rows: 24 }), groupingToggled());

  it("are below headings with their verdicts", () => {
    const rows = paneRows(grouped, "list").slice(2, 8);
    expect(rows.map((row) => row.slice(0, 30).trimEnd())).toEqual([
      "  ▾ this directory  2 policies",
      "  ✗   broken.yaml",
      "❯ ✓   health.yaml",
      "  ▾ eu  2 policies  1 ✗",
      "  ✗   hostile␛[31m.yaml",
      "  ✓   finance.yaml",
    ]);
  });

  it("are hidden while folded, and their heading is selected in their place", () => {
    const finance = setPolicies({ selectedPath: "/p/eu/finance.yaml" });
    const folded = after(grouped, finance, folderFolded("eu", true));
    expect(selectedHeading(folded)?.folder).toBe("eu");
    expect(rowWith(folded, "eu")).toBe("❯ ▸ eu  2 policies  1 ✗");
    expect(rowWith(folded, "finance.yaml")).toBe("");
    expect(rowWith(after(folded, folderFolded("eu", false)), "finance.yaml")).toMatch(/^❯/);
  });

  it("have headings in words for a screen reader", () => {
    const text = linearText(after(grouped, folderFolded("eu", true), setWindow({ isLinear: true })));
    expect(text).toContain("directory eu: 2 policies, 1 with errors, folded");
  });
});
