import { describe, expect, it } from "vitest";
import { axes } from "../../src/policy/policy.ts";
import { selectedHeading } from "../../src/screens/policies/list/rows.ts";
import { policiesScreen } from "../../src/screens/policies/screen.ts";
import { folderFolded, groupingToggled, heatMapToggled } from "../../src/screens/policies/state/list.ts";
import {
  baselineChosen,
  policiesChecked,
  policiesScanned,
  setPolicies,
} from "../../src/screens/policies/state/policies.ts";
import { linearLines } from "../../src/tui/linear/linear-page.ts";
import { listSorted } from "../../src/tui/state/sorts.ts";
import { setWindow } from "../../src/tui/state/window.ts";
import { drawnRows, paneRows } from "../support/app/drawn.tsx";
import { pageOf, policiesState } from "../support/app/policy-state.ts";
import { registry } from "../support/app/registry.ts";
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
      /^❯ · health\.yaml +██! +▓▓! +▓▓! +0 +0 +██! +▓▓! +▓▓⇣ +0 +·$/,
    );
    expect(rowWith(state, "broken.yaml")).toMatch(/^ {2}✗ broken\.yaml +unreadable$/);
  });

  it("draws the sums beside the shades, and columns of the list behind them at 120x40", () => {
    const state = after(opened({ columns: 120, rows: 40 }), heatMapToggled());
    expect(rowWith(state, "finance.yaml")).toMatch(
      /^ {2}· eu\/finance\.yaml +▓1\.6! +▓1\.9! +▒0\.7 +▓1\.9! +0\.0 +▒0\.9 +█2\.7! +█3\.3! +▒1\.0⇣ +· +1\.0 Λ9 +0\/13$/,
    );
    expect(rowWith(state, "hostile")).toMatch(/^ {2}✗ eu\/hostile␛\[31m\.yaml +█2\.4!/);
  });

  it("says behind them what each policy needs at 200x50", () => {
    const state = after(opened({ columns: 200, rows: 50 }), heatMapToggled());
    expect(rowWith(state, "Λ10")).toMatch(/ strength approved .* needs you$/);
    expect(rowWith(state, "hostile")).toMatch(/ 1 error · 13 to review$/);
  });

  it("has a column for each axis at 40x10", () => {
    const state = after(opened({ columns: 40, rows: 10 }), heatMapToggled());
    expect(rowWith(state, "policy")).toMatch(/policy +1 2 3 4 5 6 7 8 9 10$/);
    expect(rowWith(state, "health.yaml")).toMatch(/█!▓!▓!0 0 █!▓!▓⇣0 ·$/);
  });

  it("marks an axis that is weaker than in HEAD", () => {
    const text = changed(healthcare, "weight: 0.7", "weight: 0.2");
    const { summary } = pageOf(text, "/p/health.yaml", {}, healthcare);
    const state = after(
      opened({ columns: 120, rows: 40 }),
      policiesChecked([{ path: "/p/health.yaml", stamp: "2", summary }]),
      heatMapToggled(),
    );
    expect(rowWith(state, "health.yaml")).toMatch(/health\.yaml +▼▓1\.9! +▓1\.9!/);
    const small = after(state, setWindow({ size: { columns: 80, rows: 24 } }));
    expect(rowWith(small, "health.yaml")).toMatch(/health\.yaml +▼▓▓! +▓▓!/);
    const said = linearText(after(state, setWindow({ isLinear: true })));
    expect(said).toContain(
      "Λ1 Transparency 1.9, mandatory, weaker than in HEAD; Λ2 Accountability 1.9, mandatory;",
    );
  });

  it("names another baseline than HEAD", () => {
    const text = changed(healthcare, "weight: 0.7", "weight: 0.2");
    const { summary } = pageOf(text, "/p/health.yaml", {}, healthcare, "origin/main");
    const state = after(
      opened({ columns: 200, rows: 50 }),
      baselineChosen("origin/main"),
      policiesChecked([{ path: "/p/health.yaml", stamp: "2", summary }]),
      heatMapToggled(),
    );
    const rows = paneRows(state, "list").join("\n");
    expect(rows).toMatch(/ Λ10 .*strength +approved +…n\/main /);
    expect(drawnRows(state).join("\n")).toMatch(/\[Heat map\] · compared with origin\/main/);
    expect(drawnRows(state).join("\n")).toContain("▲ stronger than in origin/main");
    const said = linearText(after(state, setWindow({ isLinear: true })));
    expect(said).toContain("compared with origin/main");
    expect(said).toContain("Λ1 Transparency 1.9, mandatory, weaker than in origin/main;");
    const list = after(state, heatMapToggled());
    expect(rowWith(list, "needs you")).toMatch(/ …n\/main /);
    expect(linearText(after(list, setWindow({ isLinear: true })))).toContain("origin/main: 1 weakened");
  });

  it("says the axes of each policy in words for a screen reader", () => {
    const state = after(opened({ columns: 80, rows: 24 }), heatMapToggled(), setWindow({ isLinear: true }));
    const text = linearText(state);
    expect(text).toContain(
      "health.yaml, valid: Λ1 Transparency 2.4, mandatory; Λ2 Accountability 1.9, mandatory;",
    );
    expect(text).toContain("Λ9 Explainability 0.0; Λ10");
    expect(text).toContain("broken.yaml: unreadable");
    expect(text).not.toMatch(/[░▒▓█]/);
  });
});

describe("the sorted heat map", () => {
  const heat = after(opened({ columns: 120, rows: 40 }), heatMapToggled());
  const sortedBy = (column: string, descending = false) =>
    after(heat, listSorted("policies", { column, descending }));
  const names = (state: KnownState) =>
    paneRows(state, "list").flatMap((row) => /[·✗] (\S+) /.exec(row)?.[1] ?? []);

  it("has the lowest weight of an axis first, and an arrow at the axis", () => {
    expect(rowWith(sortedBy("Λ3"), "Λ10")).toMatch(/policy +Λ1 +Λ2 +Λ3▲ +Λ4/);
    expect(names(sortedBy("Λ3"))).toEqual([
      "eu/hostile␛[31m.yaml",
      "health.yaml",
      "broken.yaml",
      "eu/finance.yaml",
    ]);
    expect(names(sortedBy("Λ1"))[0]).toBe("eu/finance.yaml");
    expect(names(sortedBy("Λ1", true)).at(-2)).toBe("eu/finance.yaml");
    expect(rowWith(sortedBy("Λ3", true), "Λ10")).toMatch(/Λ3▼/);
  });

  it("has the arrow in two columns, too", () => {
    const small = after(sortedBy("Λ3"), setWindow({ size: { columns: 40, rows: 10 } }));
    expect(rowWith(small, "policy")).toMatch(/policy +1 2 3▲4 5/);
    const last = after(small, listSorted("policies", { column: "Λ10", descending: false }));
    expect(rowWith(last, "policy")).toMatch(/9 ▲$/);
  });

  it("offers its axes, not the columns of the list, whose order is not that of an axis", () => {
    expect(policiesScreen.table?.(heat).shown).toEqual([...axes, "name"]);
    const list = after(sortedBy("Λ3"), heatMapToggled());
    expect(names(list)[0]).toBe("broken.yaml");
    expect(paneRows(list, "list").join("\n")).not.toMatch(/[▲▼] *$/m);
    expect(policiesScreen.table?.(list).shown).toContain("strength");
  });

  it("has policies for which the axis is not mandatory last in both directions", () => {
    expect(names(sortedBy("Λ9"))[0]).toBe("eu/finance.yaml");
    expect(names(sortedBy("Λ9", true))[0]).toBe("eu/finance.yaml");
  });

  it("is sorted by the weakest mandatory axis first, then by the axes most policies are weakest in", () => {
    const columns = policiesScreen.sortColumns?.(heat).map(({ name }) => name) ?? [];
    const { files } = heat.policies;
    const weakest = files.flatMap(({ summary }) => summary?.strength?.axis ?? []);
    expect(weakest.toSorted()).toEqual(["Λ8", "Λ8", "Λ9"]);
    expect(columns.slice(0, 4)).toEqual(["strength", "Λ8", "Λ9", "Λ1"]);
    expect(columns.at(-1)).toBe("name");
    // No policy must enforce them.
    expect(columns).not.toContain("Λ5");
    expect(columns).not.toContain("Λ10");
    const state = sortedBy("strength");
    expect(names(state)[0]).toBe("eu/finance.yaml");
    expect(rowWith(state, "Λ10")).toMatch(/Λ10 +strength▲ +approved/);
    // Without room for the column, the title says the order.
    const small = after(state, setWindow({ size: { columns: 80, rows: 24 } }));
    expect(drawnRows(small).join("\n")).toContain("mandatory weights] · sorted by strength, ascending");
  });

  it("says its order to a screen reader", () => {
    expect(linearText(after(sortedBy("Λ3"), setWindow({ isLinear: true })))).toContain(
      "sorted by Λ3, ascending",
    );
  });
});

describe("policies grouped by subdirectory", () => {
  const grouped = after(opened({ columns: 80, rows: 24 }), groupingToggled());

  it("are below headings with their verdicts", () => {
    const rows = paneRows(grouped, "list").slice(2, 8);
    expect(rows.map((row) => row.replace(/( ✗| ·) {3}(\S+) .*/, "$1   $2"))).toEqual([
      "  ▾ this directory  2 policies  1 ✗",
      "  ✗   broken.yaml",
      "❯ ·   health.yaml",
      "  ▾ eu/  2 policies  1 ✗",
      "  ✗   hostile␛[31m.yaml",
      "  ·   finance.yaml",
    ]);
  });

  it("count in their headings what needs attention, and what was deleted", () => {
    const file = grouped.policies.files.find(({ name }) => name === "eu/finance.yaml");
    if (file === undefined || file.summary === null) throw new Error("finance.yaml is not checked");
    const sinceBaseline = { weakened: 2, strengthened: 0, changed: 0 };
    const needy = { sinceBaseline, undecided: 2, flagged: 1, seal: "changed" as const };
    const deleted = [{ path: "/p/eu/gone.yaml", name: "eu/gone.yaml" }];
    const state = after(
      grouped,
      policiesChecked([{ ...file, summary: { ...file.summary, ...needy } }]),
      policiesScanned({ files: grouped.policies.files, deleted, isCut: false, problem: null }, 1),
    );
    expect(rowWith(state, "eu/")).toBe("  ▾ eu/  2 policies  1 ✗ 1 deleted 1 ▼ 1 ⚑ 1 seal");
    const text = linearText(after(state, setWindow({ isLinear: true })));
    expect(text).toContain(
      "eu: 2 policies, 1 with errors, 1 deleted, 1 weakened, 1 flagged, 1 not as sealed, unfolded",
    );
  });

  it("are hidden while folded, and their heading is selected in their place", () => {
    const finance = setPolicies({ selectedPath: "/p/eu/finance.yaml" });
    const folded = after(grouped, finance, folderFolded("eu", true));
    expect(selectedHeading(folded)?.folder).toBe("eu");
    expect(rowWith(folded, "eu")).toBe("❯ ▸ eu/  2 policies  1 ✗");
    expect(rowWith(folded, "finance.yaml")).toBe("");
    expect(rowWith(after(folded, folderFolded("eu", false)), "finance.yaml")).toMatch(/^❯/);
  });

  it("have headings in words for a screen reader", () => {
    const text = linearText(after(grouped, folderFolded("eu", true), setWindow({ isLinear: true })));
    expect(text).toContain("directory eu: 2 policies, 1 with errors, folded");
  });
});
