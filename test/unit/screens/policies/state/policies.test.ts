import { describe, expect, it } from "vitest";
import { currentPlace } from "../../../../../src/screens/policies/detail/source-viewer.ts";
import { matrixSize } from "../../../../../src/screens/policies/layout.ts";
import { listedFiles } from "../../../../../src/screens/policies/list/rows.ts";
import { matrixWindow } from "../../../../../src/screens/policies/matrix/matrix-layout.ts";
import { clickClause } from "../../../../../src/screens/policies/panes/lists.ts";
import { matrixOrders } from "../../../../../src/screens/policies/select/matrix-order.ts";
import {
  failingPolicies,
  isGeneralSelected,
  selectedClause,
  selectedPart,
  selectedPolicy,
  shownFiles,
  shownPage,
} from "../../../../../src/screens/policies/select/selection.ts";
import {
  checksEnded,
  checksStarted,
  policiesChecked,
  moveColumn,
  moveFinding,
  pageLoaded,
  policiesScanned,
  movePane,
  setPolicies,
} from "../../../../../src/screens/policies/state/policies.ts";
import { listSorted } from "../../../../../src/tui/state/sorts.ts";
import { textField } from "../../../../../src/tui/text-field.ts";
import { someMomentMs } from "../../../../support/app/deliveries.ts";
import { pageOf, policiesState } from "../../../../support/app/policy-state.ts";
import { initialState, after } from "../../../../support/app/state.ts";
import { changed, lineOf, shippedPolicy } from "../../../../support/policy/policy-folder.ts";

const good = shippedPolicy("healthcare");
const wrong = changed(good, "label: Robustness", "label: Security");
const worse = changed(wrong, 'effective_date: "2026-01-01"', 'effective_date: "2026-02-30"');
const first = initialState({ columns: 80, rows: 24 }, someMomentMs);

describe("the list of policies", () => {
  it("is sorted by severity, with unchecked files last", () => {
    const state = policiesState({ "a.yaml": good, "b.yaml": wrong, "c.yaml": worse, "d.yaml": "regime: [" });
    const names = (now: typeof state) => now.policies.files.map(({ name }) => name);
    expect(names(state)).toEqual(["d.yaml", "c.yaml", "b.yaml", "a.yaml"]);
    expect(failingPolicies(state.policies)).toBe(3);
    const files = [...state.policies.files, { path: "/p/0.yaml", name: "0.yaml", stamp: "9" }];
    const scanned = after(state, policiesScanned({ files, isCut: false, problem: null }, someMomentMs));
    expect(names(scanned)).toEqual(["d.yaml", "c.yaml", "b.yaml", "a.yaml", "0.yaml"]);
    // A new file has not been read yet.
    expect(scanned.policies.files.at(-1)?.stamp).toBe("");
  });

  it("keeps the selection on its file, wherever that moves", () => {
    const state = after(
      policiesState({ "a.yaml": good, "b.yaml": wrong }),
      setPolicies({ selectedPath: "/p/a.yaml" }),
    );
    const moved = after(
      state,
      policiesChecked([{ path: "/p/a.yaml", stamp: "2", summary: pageOf(worse).summary }]),
    );
    expect(moved.policies.files.map(({ name }) => name)).toEqual(["a.yaml", "b.yaml"]);
    expect(selectedPolicy(moved.policies)?.name).toBe("a.yaml");
  });

  it("keeps its order while several files are checked, in every order, and is sorted at the end", () => {
    const texts = { "a.yaml": good, "b.yaml": good, "c.yaml": good };
    const before = policiesState(texts);
    const scan = {
      files: before.policies.files,
      deleted: [{ path: "/p/bb.yaml", name: "bb.yaml" }],
      isCut: false,
      problem: null,
    };
    const results = [
      { path: "/p/b.yaml", stamp: "2", summary: pageOf(wrong).summary },
      { path: "/p/c.yaml", stamp: "2", summary: pageOf(worse).summary },
    ];
    for (const sort of [[], [listSorted("policies", { column: "needs", descending: true })]]) {
      const started = after(before, ...sort, policiesScanned(scan, someMomentMs), checksStarted());
      const names = (now: typeof started) => listedFiles(now).map(({ name }) => name);
      const checking = after(started, policiesChecked(results));
      expect(names(checking)).toEqual(names(started));
      expect(failingPolicies(checking.policies)).toBe(2);
      expect(names(after(checking, checksEnded()))).toEqual(
        names(after(started, checksEnded(), policiesChecked(results))),
      );
    }
  });

  it("is the same state after a scan without changes", () => {
    const state = policiesState({ "a.yaml": good });
    const { files } = state.policies;
    expect(after(state, policiesScanned({ files, isCut: false, problem: null }, someMomentMs + 5))).toBe(
      state,
    );
    expect(
      after(state, policiesScanned({ files: [], isCut: false, problem: "ENOENT" }, 1)).policies,
    ).toMatchObject({
      files: [],
      problem: "ENOENT",
    });
  });

  it("is filtered by name, and selects the first match if the selected file is hidden", () => {
    const state = policiesState({ "health.yaml": good, "money.yaml": wrong });
    const filtered = after(
      state,
      setPolicies({ filter: textField(" MON "), selectedPath: "/p/health.yaml" }),
    );
    expect(shownFiles(filtered.policies).map(({ name }) => name)).toEqual(["money.yaml"]);
    expect(selectedPolicy(filtered.policies)?.name).toBe("money.yaml");
    // The page of another file is not shown for this one.
    expect(shownPage(filtered.policies)).toBeNull();
    expect(selectedPolicy(after(state, setPolicies({ filter: textField("zzz") })).policies)).toBeNull();
  });
});

describe("an open policy", () => {
  it("starts at its first finding, or at a cell with a mapping", () => {
    expect(policiesState({ "a.yaml": wrong }).policies).toMatchObject({
      pane: "findings",
      cell: { row: 0, column: 7 },
    });
    expect(policiesState({ "a.yaml": good }).policies).toMatchObject({
      pane: "cell",
      cell: { row: 0, column: 5 },
    });
  });

  it("stays on its clause when clauses are inserted before it", () => {
    const state = after(policiesState({ "p.yaml": good }), setPolicies({ cell: { row: 2, column: 1 } }));
    const id = selectedClause(state.policies)?.id;
    const without = good.replace(
      / {2}- clause_id: HIPAA-164\.308a1A[\s\S]*?(?= {2}- clause_id: HIPAA-164\.308a1D)/,
      "",
    );
    const moved = after(state, pageLoaded(pageOf(without)));
    expect(moved.policies.cell).toEqual({ row: 1, column: 1 });
    expect(selectedClause(moved.policies)?.id).toBe(id);
    const cut = after(state, pageLoaded(pageOf("regulatory_clauses: [{}]")));
    expect(cut.policies.cell.row).toBe(0);
  });

  it("stays on the general provisions when clauses are removed, and edits their first changed field", () => {
    const cut = good.replace("receipt_retention_days: 2192", "receipt_retention_days: 730");
    const one = cut.replace(/ {2}- clause_id: HITECH-13402[^]*?(?=\ncompliance_thresholds)/, "");
    const open = after(policiesState({ "p.yaml": good }), setPolicies({ cell: { row: 12, column: 1 } }));
    expect(isGeneralSelected(open.policies)).toBe(true);
    expect(selectedClause(open.policies)).toBeNull();
    expect(currentPlace(open.policies)).toMatchObject({ line: lineOf(good, "compliance_thresholds:") });
    const moved = after(open, pageLoaded(pageOf(one, "/p/p.yaml", {}, good)));
    expect(moved.policies.cell).toEqual({ row: 11, column: 1 });
    expect(selectedPart(moved.policies)?.id).toBe("General provisions");
    expect(currentPlace(moved.policies)).toMatchObject({ line: lineOf(one, "receipt_retention_days") });
  });

  it("selects the general provisions by a click on their row, below the clauses in every order", () => {
    const state = policiesState({ "p.yaml": good }, { columns: 120, rows: 60 });
    for (const order of matrixOrders) {
      const open = after(state, setPolicies({ focus: "matrix", order }));
      const { heads, rows } = matrixWindow(open.policies, shownPage(open.policies)!, matrixSize(open));
      expect(rows.at(-1)).toEqual({ kind: "general", index: 12 });
      const clicked = after(open, ...clickClause(open, heads + rows.length - 1));
      expect(selectedPart(clicked.policies)?.id).toBe("General provisions");
    }
  });

  it("closes when its file is gone, and is selected again when it returns", () => {
    const both = policiesState({ "a.yaml": good, "b.yaml": good });
    const state = after(both, setPolicies({ focus: "matrix" }));
    const { files } = state.policies;
    const gone = after(state, policiesScanned({ files: files.slice(1), isCut: false, problem: null }, 1));
    expect([gone.policies.focus, selectedPolicy(gone.policies)?.name]).toEqual(["list", "b.yaml"]);
    const back = after(gone, policiesScanned({ files, isCut: false, problem: null }, 1));
    expect(selectedPolicy(back.policies)?.name).toBe("a.yaml");
    const other = after(state, policiesScanned({ files: files.slice(0, 1), isCut: false, problem: null }, 1));
    expect(other.policies.focus).toBe("matrix");
  });

  it("cycles through its findings; after another pane, the first key shows the selected one", () => {
    let state = policiesState({ "p.yaml": worse });
    expect(state.policies.finding).toBe(0);
    state = after(state, moveFinding(1));
    expect(state.policies).toMatchObject({ finding: 1, cell: { row: 0, column: 7 } });
    expect(currentPlace(state.policies).line).toBe(lineOf(worse, "axis: Λ8") + 1);
    state = after(after(state, movePane(1)), moveFinding(1));
    expect(state.policies).toMatchObject({ finding: 1, pane: "findings" });
    state = after(state, moveFinding(1));
    expect(state.policies.finding).toBe(0);
    expect(after(state, moveFinding(-1)).policies.finding).toBe(1);
    expect(after(first, moveFinding(1))).toBe(first);
  });

  it("keeps its cell within the axes, and its line at the mapping or else the clause", () => {
    let state = policiesState({ "p.yaml": good });
    expect(currentPlace(state.policies).line).toBe(lineOf(good, "axis: Λ6"));
    for (let step = 0; step < 20; step += 1) state = after(state, moveColumn(1));
    expect(state.policies.cell.column).toBe(9);
    expect(currentPlace(state.policies).line).toBe(lineOf(good, "clause_id: HIPAA-164.308a1A"));
    for (let step = 0; step < 20; step += 1) state = after(state, moveColumn(-1));
    expect(state.policies.cell.column).toBe(0);
  });

  it("cycles through its panes", () => {
    const state = policiesState({ "p.yaml": wrong });
    const panes = [1, 1, 1, 1, 1].reduce<string[]>((seen, _, index) => {
      let now = state;
      for (let turn = 0; turn <= index; turn += 1) now = after(now, movePane(1));
      return [...seen, now.policies.pane];
    }, []);
    expect(panes).toEqual(["source", "diff", "summary", "cell", "findings"]);
    expect(after(state, movePane(1)).policies).toMatchObject({ pane: "source", focus: "detail" });
    expect(after(state, movePane(1), movePane(1)).policies).toMatchObject({
      pane: "diff",
      focus: "matrix",
    });
  });
});
