import { describe, expect, it } from "vitest";
import type { WhatIf } from "../../../../../src/policy/edit/what-if.ts";
import { askBeforeLeaving } from "../../../../../src/screens/policies/dialogs/what-if-question.ts";
import { whatIfNotice } from "../../../../../src/screens/policies/notice.ts";
import { policyList } from "../../../../../src/screens/policies/panes/lists.ts";
import {
  pageLoaded,
  policiesScanned,
  setPolicies,
} from "../../../../../src/screens/policies/state/policies.ts";
import {
  changedCells,
  changesRemoved,
  changeTried,
  pendingChange,
  pendingUpdated,
  selectedCell,
} from "../../../../../src/screens/policies/state/what-if.ts";
import { lineText } from "../../../../../src/tui/linear/line-text.ts";
import { pageOf, policiesState } from "../../../../support/app/policy-state.ts";
import { registry } from "../../../../support/app/registry.ts";
import { after, type KnownState } from "../../../../support/app/state.ts";
import { shippedPolicy } from "../../../../support/policy/policy-folder.ts";

const text = shippedPolicy("healthcare");
const page = pageOf(text);
const clause = { id: "HIPAA-164.308a1A", index: 0 };
const cell = { clause, axis: "Λ6" } as const;
const weight = (value: number): WhatIf => ({ kind: "weight", ...cell, weight: value });
const opened = after(
  policiesState({ "p.yaml": text }),
  setPolicies({ focus: "matrix", cell: { row: 0, column: 5 } }),
  pageLoaded(page),
);
const trying = (...changes: readonly WhatIf[]): KnownState =>
  after(opened, ...changes.map((change) => changeTried(page, change)));
const notice = (state: KnownState, width: number) => whatIfNotice(state, width, registry).map(lineText);

describe("the pending change", () => {
  it("decides the values of the selected cell before its page is made", () => {
    expect(selectedCell(opened)).toMatchObject({ isMapped: true, weight: 1, enforcement: "mandatory" });
    expect(selectedCell(trying(weight(0.9), weight(0.85)))).toMatchObject({ weight: 0.85 });
    expect(selectedCell(trying({ kind: "unmap", ...cell }))).toMatchObject({ isMapped: false, weight: null });
    const mapped = trying(
      { kind: "unmap", ...cell },
      { kind: "map", ...cell, weight: 0.5, enforcement: "recommended" },
      { kind: "enforcement", ...cell, enforcement: "informational" },
    );
    expect(selectedCell(mapped)).toMatchObject({ isMapped: true, weight: 0.5, enforcement: "informational" });
  });

  it("ends when its last change is removed", () => {
    const state = trying(weight(0.9), { kind: "minimum", minimum: 9 });
    const less = after(state, changesRemoved([1]));
    expect(pendingChange(less)?.changes).toEqual([weight(0.9)]);
    expect(pendingChange(after(less, changesRemoved([0])))).toBeNull();
  });

  it("keeps its file in the list while that is missing", () => {
    const scan = { files: [], isCut: false, problem: null };
    expect(after(opened, policiesScanned(scan, 1)).policies.files).toEqual([]);
    const kept = after(opened, policiesScanned(scan, 1, page.path));
    expect(kept.policies.files.map(({ path }) => path)).toEqual([page.path]);
    expect(kept.policies.focus).toBe("matrix");
  });

  it("is asked about before another policy is selected in the list", () => {
    const two = after(policiesState({ "p.yaml": text, "q.yaml": text }), changeTried(page, weight(0.9)));
    expect(policyList(two).select(1)).toEqual(askBeforeLeaving(two, null));
    expect(policyList(two).select(0).type).toBe("policies/set");
  });

  it("marks the changed cells, of moved clauses too, and those of a copy", () => {
    const cells = (changed: string) => {
      const now = pageOf(changed);
      return [...changedCells(after(trying(weight(0.9)), pageLoaded(now)), now)];
    };
    expect(cells(text)).toEqual([]);
    expect(cells(text.replace("weight: 1.0", "weight: 0.9"))).toEqual(["0 5"]);
    expect(cells(text.replace("enforcement: mandatory", "enforcement: recommended"))).toEqual(["0 5"]);
    const start = text.indexOf("  - clause_id: HIPAA-164.308a1A");
    const end = text.indexOf("  - clause_id: HIPAA-164.308a1D");
    expect(cells(text.slice(0, start) + text.slice(end))).toEqual([]);
    const copy = text.slice(start, end).replace("308a1A", "new");
    expect(cells(text.slice(0, start) + copy + text.slice(start))).toEqual(["0 5", "0 7"]);
  });
});

describe("the notice of a pending change", () => {
  const state = after(
    trying(weight(0.9)),
    pageLoaded(pageOf(text.replace("lambda_coverage: 7", "lambda_coverage: 10"))),
  );

  it("names the change, its keys and its effect, in the width that there is", () => {
    expect(notice(opened, 80)).toEqual([]);
    expect(notice(state, 90)).toEqual([
      "what if: HIPAA-164.308a1A Λ6 weight 0.9, Ctrl+S keep, Esc discard",
      "coverage 9 of 10, needs 10, strength 1.7 Λ8, errors 0 → 1, warnings 0",
    ]);
    expect(notice(state, 40)).toEqual(["what if: …A Λ6 weight 0.9, Ctrl+S keep", "9 of 10, ✗ 0 → 1, ▲ 0"]);
  });

  it("names the sums of axes that change, the mandatory ones first, as the width allows", () => {
    const maritime = shippedPolicy("maritime");
    const start = maritime.indexOf("  - clause_id: COLREG-5");
    const end = maritime.indexOf("compliance_thresholds:");
    const base = pageOf(maritime);
    const without = pageOf(maritime.slice(0, start) + maritime.slice(end));
    const removed: WhatIf = { kind: "remove-clause", clause: { id: "COLREG-5", index: 0 } };
    const tried = after(
      policiesState({ "p.yaml": maritime }),
      setPolicies({ focus: "matrix" }),
      pageLoaded(base),
      changeTried(base, removed),
      pageLoaded(without),
    );
    expect(notice(tried, 130)[1]).toBe(
      "coverage 7 of 10, needs 6, strength 1.0 Λ2, mandatory Λ5 3.2 → 2.2, total Λ1 1.1 → 0.5, errors 0, warnings 0",
    );
    expect(notice(tried, 100)[1]).toBe(
      "coverage 7 of 10, needs 6, strength 1.0 Λ2, mandatory Λ5 3.2 → 2.2, errors 0, warnings 0",
    );
    expect(notice(tried, 79)[1]).toBe(
      "coverage 7 of 10, needs 6, mandatory Λ5 3.2 → 2.2, errors 0, warnings 0",
    );
    expect(notice(tried, 50)[1]).toBe("7 of 10, mandatory Λ5 3.2 → 2.2, ✗ 0, ▲ 0");
    expect(notice(tried, 30)[1]).toBe("7 of 10, ✗ 0, ▲ 0");
  });

  it("begins with what becomes weaker or stronger, whatever a smaller sum seems to say", () => {
    const counts = { weakened: 1, strengthened: 2, changed: 1 };
    expect(notice(after(state, pendingUpdated({ counts })), 120)[1]).toMatch(
      /^vs file: ▼ 1 weaker, ▲ 2 stronger, coverage 9 /,
    );
    const weaker = after(state, pendingUpdated({ counts: { weakened: 1, strengthened: 0, changed: 0 } }));
    expect(notice(weaker, 40)[1]).toMatch(/^1 weaker, 9 of 10/);
    expect(notice(after(weaker, changesRemoved([0])), 40)).toEqual([]);
  });

  it("says what happened to the file, and which one it is while another is shown", () => {
    expect(notice(after(state, pendingUpdated({ file: "gone" })), 90)[1]).toMatch(/the file was deleted/);
    expect(notice(after(state, pendingUpdated({ file: "changed" })), 90)[0]).toMatch(
      /Ctrl\+S keep, Esc discard$/,
    );
    for (const [file, keys, readKeys] of [
      ["gone", "Ctrl+S write again, Esc discard", "Ctrl+S write again"],
      ["unreadable", "Esc discard", "u take back"],
    ] as const) {
      const lost = after(state, pendingUpdated({ file }));
      expect(notice(lost, 90)[0]).toBe(`what if: HIPAA-164.308a1A Λ6 weight 0.9, ${keys}`);
      // Esc leads back to the matrix first.
      const read = after(lost, setPolicies({ focus: "detail" }));
      expect(notice(read, 90)[0]).toBe(`what if: HIPAA-164.308a1A Λ6 weight 0.9, ${readKeys}`);
    }
    const other = after(state, setPolicies({ filter: { ...state.policies.filter, value: "zzz" } }));
    expect(notice(other, 90)[0]).toMatch(/^what if: p\.yaml: HIPAA/);
  });
});
