import { describe, expect, it } from "vitest";
import { type Axis, axes } from "../../src/policy/policy.ts";
import { pageLoaded, policiesChecked, setPolicies } from "../../src/screens/policies/state/policies.ts";
import type { Line } from "../../src/text/line.ts";
import { frameOf } from "../../src/tui/app-frame.ts";
import { paneBorder } from "../../src/tui/frame/pane-border.ts";
import { linearLines } from "../../src/tui/linear/linear-page.ts";
import { setWindow, type Size } from "../../src/tui/state/window.ts";
import { drawnRows, paneRows } from "../support/app/drawn.tsx";
import { pageOf, policiesState } from "../support/app/policy-state.ts";
import { registry } from "../support/app/registry.ts";
import { after, type KnownState } from "../support/app/state.ts";
import { changed, shippedPolicy } from "../support/policy/policy-folder.ts";
import { mapping, toYaml, validPolicy } from "../support/policy/valid-policy.ts";

const textOf = ({ spans }: Line) => spans.map(({ text }) => text).join("");
const rowsOf = (state: KnownState) => paneRows(state);
const rowWith = (state: KnownState, text: string) => rowsOf(state).find((row) => row.includes(text)) ?? "";

function openAt(text: string, size: Size, cell = { row: 0, column: 0 }): KnownState {
  return after(policiesState({ "p.yaml": text }, size), setPolicies({ focus: "matrix", cell, pane: "cell" }));
}

describe("the matrix", () => {
  it("shows all ten axes from 80 columns on, for every policy", () => {
    for (const vertical of ["healthcare", "financial", "academic", "legaltech"]) {
      const state = openAt(shippedPolicy(vertical), { columns: 80, rows: 24 });
      const head = rowWith(state, "Λ10");
      expect(axes.filter((axis) => new RegExp(`${axis}[! ]`).test(`${head} `))).toEqual([...axes]);
      expect(
        rowsOf(state).filter((row) => /^[❯ ].{3}[\w.-]+ .* (?:[█▓▒░][●◐○]|·) /.test(row)).length,
      ).toBeGreaterThanOrEqual(5);
    }
  });

  it("shows the selected column in a narrow terminal", () => {
    for (let column = 0; column < 10; column += 1) {
      const state = openAt(shippedPolicy("healthcare"), { columns: 40, rows: 12 }, { row: 3, column });
      expect(rowWith(state, "clause")).toContain(axes[column]);
      expect(rowWith(state, "❯")).toMatch(/\[.{2}\]/);
    }
  });

  it("shows every clause in a large window, before the pane below has empty rows", () => {
    for (const vertical of ["aviation", "healthcare", "financial"]) {
      const state = openAt(shippedPolicy(vertical), { columns: 200, rows: 50 });
      expect(rowsOf(state).join("\n")).toMatch(/General thresholds[^]*total weight/);
      expect(rowsOf(state).join("\n")).not.toMatch(/… \d+ more/);
    }
  });

  it("shows the selected clause, wherever it is", () => {
    for (const rows of [10, 16, 24, 40]) {
      for (let row = 0; row < 12; row += 1) {
        const state = openAt(shippedPolicy("healthcare"), { columns: 80, rows }, { row, column: 0 });
        expect(rowsOf(state).filter((line) => line.startsWith("❯"))).toHaveLength(1);
      }
    }
  });

  it("shows weights as shades, a weight of 0 as a digit, and unreadable ones as question marks", () => {
    const policy = validPolicy();
    const weights = [0, 0.25, 0.26, 0.75, 0.76];
    const cells = weights.map((weight, index) => mapping(axes[index] ?? "Λ1", weight, "informational"));
    const clause = { ...policy.regulatory_clauses[0], lambda_axes: [...cells, { axis: "Λ6" }] };
    const text = toYaml({ ...policy, regulatory_clauses: [clause] });
    const state = openAt(text, { columns: 120, rows: 40 }, { row: 0, column: 9 });
    expect(rowWith(state, "HC-164.300").replaceAll(/ +/g, " ")).toContain(
      "0○ ░○ .25 ▒○ .26 ▓○ .75 █○ .76✗?? · · · [· ]",
    );
  });

  it("marks mandatory axes, single support and unenforced mandatory axes", () => {
    const policy = validPolicy();
    // Λ10 has a single mandatory clause; Λ9 has one that does not enforce it.
    policy.compliance_thresholds.mandatory_axes = ["Λ3", "Λ10", "Λ9"];
    const state = openAt(toYaml(policy), { columns: 120, rows: 40 });
    expect(rowWith(state, "Λ10")).toMatch(/Λ3! .* Λ9! +Λ10!/);
    expect(rowWith(state, "covers")).toMatch(/enforced by .* 0! +1 +covers 10 of 10$/);
    expect(rowWith(state, "mandatory weight")).toMatch(/ ⇣ +0\.0 +\S*0\.9 +needs 10$/);
    expect(rowWith(state, "total weight")).toMatch(/0\.9¹ .* 0\.5¹ +0\.9¹ +strength 0\.0 Λ9$/);
    const counts = frameOf(state, registry)
      .panes.flatMap(({ lines }) => lines)
      .find((line) => textOf(line).includes("covers"));
    expect(counts?.spans.filter(({ tone }) => tone === "error").map(({ text }) => text.trim())).toEqual([
      "0!",
    ]);
  });
});

describe("the sums of mandatory weights", () => {
  const policy = validPolicy();
  policy.compliance_thresholds.mandatory_axes = ["Λ1", "Λ2"];
  const [clause] = policy.regulatory_clauses;
  const cells = [
    mapping("Λ1", 0.45, "mandatory"),
    mapping("Λ2", 1, "mandatory"),
    mapping("Λ3", 0.2, "mandatory"),
  ];
  const lambda_axes = [...cells, mapping("Λ1", 0.9, "recommended")];
  const text = toYaml({ ...policy, regulatory_clauses: [{ ...clause, lambda_axes }] });

  it("mark the strength of the list, which is of mandatory axes only, and differ from the sums of all weights", () => {
    const state = openAt(text, { columns: 120, rows: 40 });
    expect(state.policies.page?.summary.strength).toEqual({ axis: "Λ1", weight: 0.45 });
    expect(rowWith(state, "mandatory weight")).toMatch(/ ⇣█?\S*0\.45 +██1\.0 +\S+0\.2 +— /);
    expect(rowWith(state, "total weight")).toMatch(/ 1\.35¹ +1\.0¹ +0\.2¹ +— .*strength 0\.45 Λ1$/);
    const heads = rowsOf(state).filter((row) => / weight +review| Λ10 +mandatory/.test(row));
    expect(heads).toHaveLength(2);
  });

  it("stay in a low window, in which the sums of all weights give way, and the heading names them in one row", () => {
    const healthcare = shippedPolicy("healthcare");
    const columns = 100;
    const rows = (rowsCount: number) => rowsOf(openAt(healthcare, { columns, rows: rowsCount })).join("\n");
    expect(rows(60)).toMatch(/mandatory .*\n.*total /);
    const low = rows(30);
    expect(low).toMatch(/ mandatory .*\d⇣ /);
    expect(low).not.toMatch(/total weight/);
    expect(low).toContain("weight ●");
  });

  it("are the one sum of a small window, with the marks of the others", () => {
    const lacking = validPolicy();
    lacking.compliance_thresholds.mandatory_axes = ["Λ3", "Λ9"];
    for (const size of [
      { columns: 80, rows: 24 },
      { columns: 60, rows: 20 },
    ]) {
      const state = openAt(toYaml(lacking), size);
      expect(rowsOf(state).join("\n")).not.toMatch(/enforced by|total/);
      expect(rowWith(state, "0.0!")).toMatch(/^ {3}mandatory .* 0\.0 0\.0!0\.9¹$/);
    }
    const shipped = openAt(shippedPolicy("healthcare"), { columns: 80, rows: 24 });
    expect(rowWith(shipped, "mandatory weight")).toMatch(/ 2\.85 +1\.9 +1\.7⇣ 0\.0 +— *$/);
  });

  it("are exact at any width, so that the mark of the strength is on no tie that is none", () => {
    const sums = { Λ1: 0.85, Λ2: 0.75, Λ3: 1.45, Λ4: 1.85, Λ5: 1.9, Λ6: 0.75 } as const;
    const shared = validPolicy();
    shared.compliance_thresholds.mandatory_axes = ["Λ1", "Λ2", "Λ6"];
    const clauses = [0, 1].map((half) => ({
      ...clause,
      clause_id: `HC-${half}`,
      lambda_axes: Object.entries(sums).map(([axis, sum]) =>
        mapping(axis as Axis, half === 0 ? Math.min(1, sum) : Math.max(0, sum - 1), "mandatory"),
      ),
    }));
    const exact = toYaml({ ...shared, regulatory_clauses: clauses });
    for (const columns of [68, 80, 118]) {
      const row = rowWith(openAt(exact, { columns, rows: 24 }), "1.85");
      expect(
        row
          .match(/[\d.]+/g)
          ?.slice(0, 6)
          .map(Number),
      ).toEqual(Object.values(sums));
      expect(row.match(/⇣/g)).toHaveLength(2);
    }
    expect(rowWith(openAt(exact, { columns: 62, rows: 24 }), "mandatory")).toMatch(/ \.85 +\.75⇣ +~1 /);
  });

  it("mark what is weaker than in HEAD, beside the strength where there is room", () => {
    const before = shippedPolicy("healthcare");
    const weights = (text: string, label: string, weight: number) =>
      changed(text, `label: ${label}\n        weight: 0.9`, `label: ${label}\n        weight: ${weight}`);
    const weaker = weights(weights(before, "Transparency", 0.8), "Robustness", 0.75);
    const at = (columns: number, rows: number) =>
      rowWith(
        after(openAt(weaker, { columns, rows }), pageLoaded(pageOf(weaker, "/p/p.yaml", {}, before))),
        "mandatory weight",
      );
    expect(at(120, 40)).toMatch(/ ▼\S+2\.3 .* ▼\S+1\.55⇣ +0\.0 /);
    expect(at(80, 24)).toMatch(/ 2\.3▼.*1\.55⇣/);
  });

  it("are said to a screen reader with the strength", () => {
    const state = openAt(text, { columns: 120, rows: 40 });
    const lines = linearLines(after(state, setWindow({ isLinear: true })), registry).join("\n");
    expect(lines).toMatch(/mandatory weight: Λ1 \.45, Λ2 1, Λ3 \.2, Λ4 none/);
    expect(lines).toContain("strength 0.45 Λ1");
  });
});

it("does not mark a mandatory axis that is enforced without weight as lacking", () => {
  const policy = validPolicy();
  policy.compliance_thresholds.mandatory_axes = ["Λ1", "Λ2"];
  const cells = [mapping("Λ1", 0, "mandatory"), mapping("Λ2", 0.5, "recommended")];
  const clauses = ["A-1", "A-2"].map((id) => ({
    ...policy.regulatory_clauses[0],
    clause_id: id,
    lambda_axes: cells,
  }));
  const text = toYaml({ ...policy, regulatory_clauses: clauses });
  const row = rowWith(openAt(text, { columns: 120, rows: 40 }), "covers");
  expect(row).toMatch(/ 2 +0! +0 /);
});

/** Returns the rows of the Diff tab of a text with 400 days of retention and its page. */
function diffTab(faulty: string, head: string) {
  const text = faulty.replace("receipt_retention_days: 2192", "receipt_retention_days: 400");
  const page = pageOf(text, "/p/p.yaml", {}, head);
  const state = after(
    openAt(text, { columns: 120, rows: 60 }),
    pageLoaded(page),
    setPolicies({ focus: "detail", pane: "diff" }),
  );
  return { page, rows: rowsOf(state).join("\n") };
}

it("compares a document with errors without the faulty values", () => {
  const head = shippedPolicy("healthcare");
  const { page, rows } = diffTab(head.replace("label: Robustness", "label: Robust"), head);
  expect(rows).toMatch(/Values with errors are not compared: it has errors \(line \d+:\n.*…$/m);
  expect(rows).toMatch(/since HEAD {2}1 change: 1 weakened/);
  expect(rows).toMatch(/^.▼ weakened +receipt_retention_days 2192 → 400$/m);
  expect(rows).toMatch(/ ── lines ─.*^ [+-] +label/ms);
  expect(page.summary).toMatchObject({ sinceBaseline: { weakened: 1 }, baselineProblem: null, undecided: 1 });
});

it("compares a document without clauses by lines", () => {
  const head = shippedPolicy("healthcare");
  const { page, rows } = diffTab(head.replace("regulatory_clauses:", "regulatory_clause:"), head);
  expect(rows).toMatch(/Compared with HEAD by lines: it has errors \(line \d+: /);
  expect(rows).toMatch(/^ -regulatory_clauses:$/m);
  expect(rows).toMatch(/^ \+regulatory_clause:$/m);
  expect(rows).toMatch(/^ - +receipt_retention_days: 2192\b/m);
  expect(rows).toMatch(/^ \+ +receipt_retention_days: 400\b/m);
  // The list, which has a page for no document, keeps no text.
  expect(page.summary.sinceBaseline).toBeNull();
});

describe("a document without room for its State pane", () => {
  it("has the changes since HEAD in its title, and the state in a tab", () => {
    const head = shippedPolicy("healthcare");
    const text = head.replace("receipt_retention_days: 2192", "receipt_retention_days: 400");
    const page = pageOf(text, "/p/p.yaml", {}, head);
    const small = after(
      openAt(head, { columns: 80, rows: 24 }),
      policiesChecked([{ path: "/p/p.yaml", stamp: "2", summary: page.summary }]),
      pageLoaded(page),
      setPolicies({ pane: "summary" }),
    );
    const titles = (state: KnownState) => drawnRows(state).join("\n");
    expect(titles(small)).toMatch(/p\.yaml · HIPAA\/HITECH · .* {2}✓ valid {2}▼1 {2}approved 0\/13/);
    expect(titles(small)).toContain(" Diff 1 [State] ");
    expect(rowWith(small, "since HEAD")).toMatch(/▼ 1 weaker/);
    const roomy = after(small, setWindow({ size: { columns: 120, rows: 40 } }));
    expect(titles(roomy)).toMatch(/ Diff 1 \[Summary\] .* State /);
    expect(titles(roomy)).not.toMatch(/✓ valid {2}▼1/);
  });
});

describe("the pane below the matrix", () => {
  it("scrolls at most to its end, and is never empty", () => {
    const state = after(
      openAt(shippedPolicy("healthcare"), { columns: 80, rows: 24 }),
      setPolicies({ pane: "summary", paneTop: 1_000 }),
    );
    const rows = rowsOf(after(state, setPolicies({ pane: "summary" })));
    expect(rows.join("\n")).toMatch(/^ about +What a covered entity/m);
    expect(rows.at(-1)?.trim()).not.toBe("");
  });

  it("shows the selected finding, however many there are", () => {
    const text = "regulatory_clauses:\n".concat("  - {}\n".repeat(40));
    for (const rows of [12, 24, 50]) {
      for (const finding of [0, 7, 60, 150]) {
        const state = after(
          after(policiesState({ "p.yaml": text }, { columns: 100, rows }), pageLoaded(pageOf(text))),
          setPolicies({ focus: "detail", pane: "findings", finding }),
        );
        expect(rowsOf(state).filter((row) => /^❯[✗▲]/.test(row))).toHaveLength(1);
      }
    }
  });
});

describe("the borders of a policy", () => {
  const healthcare = shippedPolicy("healthcare");
  const panesOf = (state: KnownState) => frameOf(state, registry).panes;

  it("have the position of the state only if a part of it is missing", () => {
    const positionAt = (rows: number) =>
      panesOf(openAt(healthcare, { columns: 120, rows })).find(({ id }) => id === "state")?.position;
    expect(positionAt(20)).toMatch(/^1-\d+ of \d+$/);
    expect(positionAt(80)).toBeUndefined();
  });

  it.each([40, 60, 80, 100, 120, 160])("never cut a word of the legend at %i columns", (columns) => {
    const matrix = panesOf(openAt(healthcare, { columns, rows: 24 })).find(({ id }) => id === "matrix");
    if (matrix === undefined) throw new Error("no matrix");
    const { foot } = paneBorder(matrix, false);
    expect(foot === null ? "" : textOf(foot)).not.toContain("…");
  });

  it("have room for the result at 40 columns", () => {
    const matrix = panesOf(openAt(healthcare, { columns: 40, rows: 10 })).find(({ id }) => id === "matrix");
    if (matrix === undefined) throw new Error("no matrix");
    expect(textOf(paneBorder(matrix, true).title)).toContain("approved 0/13 ");
  });
});
