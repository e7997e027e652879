import { describe, expect, it } from "vitest";
import { pageDiff } from "../../src/policy-service/page-diff.ts";
import type { SealHistory } from "../../src/policy-service/seal-methods.ts";
import { checkPolicy } from "../../src/policy/check.ts";
import type { Policy } from "../../src/policy/policy.ts";
import { proveClause } from "../../src/policy/seal/proof.ts";
import { compareForm } from "../../src/screens/policies/dialogs/compare-form.ts";
import { remarkForm } from "../../src/screens/policies/dialogs/remark-form.ts";
import { reviewExportForm } from "../../src/screens/policies/dialogs/review-export.ts";
import { historyKind } from "../../src/screens/policies/dialogs/seal-history.ts";
import { sealKind } from "../../src/screens/policies/dialogs/seal.ts";
import { clauseForm, valueForm } from "../../src/screens/policies/dialogs/what-if-forms.ts";
import { whatIfMenu } from "../../src/screens/policies/dialogs/what-if-menu.ts";
import { askBeforeLeaving, changedQuestion } from "../../src/screens/policies/dialogs/what-if-question.ts";
import type { FolderChanges } from "../../src/screens/policies/select/policies-state.ts";
import { groupingToggled, heatMapToggled } from "../../src/screens/policies/state/list.ts";
import { changesShown, pageLoaded, setPolicies } from "../../src/screens/policies/state/policies.ts";
import { changeTried } from "../../src/screens/policies/state/what-if.ts";
import { linearColumns, linearLines } from "../../src/tui/linear/linear-page.ts";
import { openDialog } from "../../src/tui/state/nav.ts";
import type { Action } from "../../src/tui/state/slice.ts";
import { setWindow, type Size } from "../../src/tui/state/window.ts";
import { drawnRows } from "../support/app/drawn.tsx";
import { frameFaults, layoutFaults } from "../support/app/frame-faults.ts";
import { pageOf, policiesState } from "../support/app/policy-state.ts";
import { registry } from "../support/app/registry.ts";
import { after, type KnownState } from "../support/app/state.ts";
import { changed, shippedPolicy } from "../support/policy/policy-folder.ts";

/** View of the policies: what opens it, and what it shows at every size and to a screen reader. */
interface View {
  readonly name: string;
  readonly actions: readonly Action[];
  readonly shows: RegExp;
}

const mislabelled = changed(shippedPolicy("healthcare"), "label: Robustness", "label: Security");
const texts = {
  "health.yaml": mislabelled,
  "eu/finance.yaml": shippedPolicy("financial"),
  "broken.yaml": "regime: [",
};
const stricter = changed(mislabelled, "receipt_retention_days: 2192", "receipt_retention_days: 4000");
const page = pageOf(mislabelled, "/p/health.yaml", {}, stricter);
const otherVertical = {
  ...page,
  compared: {
    kind: "file" as const,
    name: "eu/finance.yaml",
    diff: pageDiff(
      checkPolicy(mislabelled, { file: page.path }),
      { check: checkPolicy(texts["eu/finance.yaml"], { file: "finance.yaml" }), isOtherFile: true },
      "eu/finance.yaml",
    ),
  },
};
const weaker = pageOf(changed(mislabelled, "weight: 1.0", "weight: 0.7"), page.path, {}, mislabelled);
const folderChanges: FolderChanges = {
  kind: "folder-changes",
  revision: "v1.0",
  policies: [
    {
      path: page.path,
      name: "p.yaml",
      renamedFrom: "older.yaml",
      kind: "renamed",
      weakened: true,
      problem: null,
      counts: { weakened: 2, strengthened: 1, changed: 0 },
      changes: [{ direction: "weakened", text: "receipt_retention_days 2192 → 400" }],
    },
  ],
  view: { selected: 0, top: 0 },
};
const cell = { row: 0, column: 0 };

const history: SealHistory = {
  receipts: [
    {
      id: "1".repeat(12),
      sealedAt: "2026-11-20T09:53:10.000Z",
      quorum: "2-of-3",
      signers: ["privacy-officer", "security-officer"],
    },
  ],
  changes: [],
  since: null,
  proof: await proveClause(policyOf(shippedPolicy("healthcare")), "HIPAA-164.308a1A"),
};

const form = remarkForm("flagged", page, page.clauses[0] ?? fail());

function policyOf(text: string): Policy {
  return checkPolicy(text, { file: "p.yaml" }).policy ?? fail();
}

function fail(): never {
  throw new Error("the policy has no clause");
}

const tried = pageOf(changed(mislabelled, "weight: 1.0", "weight: 0.95"), page.path);
const clause = { id: page.clauses[0]?.id ?? fail(), index: 0 };
const weight = changeTried(page, { kind: "weight", clause, axis: "Λ6", weight: 0.95 });

const views: readonly View[] = [
  { name: "the list", actions: [], shows: /health\.yaml/ },
  { name: "the list by subdirectory", actions: [groupingToggled()], shows: /eu/ },
  { name: "the heat map", actions: [heatMapToggled()], shows: /health\.yaml/ },
  { name: "the matrix", actions: [setPolicies({ focus: "matrix", cell })], shows: /308a1A/ },
  {
    name: "the weakest clauses",
    actions: [setPolicies({ focus: "matrix", cell, order: "weakest" })],
    shows: /308a1A/,
  },
  {
    name: "the head of an axis",
    actions: [setPolicies({ focus: "detail", pane: "cell", cell: { row: -1, column: 2 } })],
    shows: /Λ3/,
  },
  {
    name: "a cell",
    actions: [setPolicies({ focus: "detail", pane: "cell", cell })],
    shows: /Λ1/,
  },
  {
    name: "the row of the general provisions",
    actions: [setPolicies({ focus: "matrix", cell: { row: 12, column: 0 } })],
    shows: /❯ +General .*▼ ret|General provisions \(.*\): retention days weakened since HEAD/,
  },
  {
    name: "the general provisions",
    actions: [setPolicies({ focus: "detail", pane: "cell", cell: { row: 12, column: 0 } })],
    shows: /minimum coverage +7/,
  },
  {
    name: "the findings",
    actions: [setPolicies({ focus: "detail", pane: "findings" })],
    shows: /Security/,
  },
  {
    name: "the source",
    actions: [setPolicies({ focus: "detail", pane: "source", cell })],
    shows: /clause_id|HIPAA/,
  },
  {
    name: "the changes against another vertical",
    actions: [setPolicies({ focus: "detail", pane: "diff" }), pageLoaded(otherVertical)],
    shows: /Λ1 \(Transparency\)/,
  },
  {
    name: "the versions to compare with",
    actions: [
      setPolicies({ focus: "matrix", cell }),
      openDialog(compareForm(page.path, [{ name: "v1.0", note: "2026-11-20 Release" }], { files: [] })),
    ],
    shows: /With/,
  },
  {
    name: "the policies that differ from a revision",
    actions: [openDialog(folderChanges)],
    shows: /▼2 ▲1 +p\.yaml|p\.yaml: renamed from older\.yaml, 2 weakened, 1 strengthened/,
  },
  {
    name: "the marks of changes",
    actions: [setPolicies({ focus: "matrix", cell, order: "category" }), pageLoaded(weaker)],
    shows: /▼▓●|weakened since HEAD/,
  },
  { name: "the changes", actions: [changesShown(), setPolicies({ focus: "detail" })], shows: /weakened/ },
  {
    name: "the summary",
    actions: [setPolicies({ focus: "detail", pane: "summary" })],
    shows: /1 error/,
  },
  {
    name: "a flag",
    actions: [setPolicies({ focus: "matrix", cell }), openDialog(form ?? fail())],
    shows: /Reason/,
  },
  {
    name: "the export of a review",
    actions: [
      setPolicies({ focus: "matrix", cell }),
      openDialog(reviewExportForm({ policy: page.path, isShipped: false, revision: null })),
    ],
    shows: /health-review\.md/,
  },
  {
    name: "a what-if change",
    actions: [weight, pageLoaded(tried), setPolicies({ focus: "matrix", cell: { row: 0, column: 5 } })],
    shows:
      /what if: .*0\.95( ·|,) Ctrl\+S keep[^]*308a1A.*(\*\[█●\]|\[\*●\.95\]|Λ6 mandatory 0\.95, what if)/,
  },
  {
    name: "the what-if menu",
    actions: [setPolicies({ focus: "matrix", cell }), openDialog(whatIfMenu)],
    shows: /Make the cell mandatory[^]*this clause does not map Λ1/,
  },
  {
    name: "a typed weight",
    actions: [openDialog(valueForm("weight", { clause, axis: "Λ6" }, "0.9"))],
    shows: /Weight.*0\.9/,
  },
  {
    name: "a clause to add",
    actions: [openDialog(clauseForm("Λ6"))],
    shows: /Axis.*Λ6 Security/,
  },
  {
    name: "the question about a what-if change",
    actions: [weight, askBeforeLeaving(after(policiesState(texts), weight), null) ?? fail()],
    shows: /Not written[^]*308a1A Λ6/,
  },
  {
    name: "the question about a changed file",
    actions: [weight, openDialog(changedQuestion)],
    shows: /Another program changed/,
  },
  {
    name: "the seal",
    actions: [
      setPolicies({ focus: "matrix", cell }),
      sealKind.open({
        kind: "seal",
        keys: ["privacy-officer"],
        problem: null,
        concerns: { sha256: page.sha256, list: [] },
        view: { selected: 0, top: 0 },
      }),
    ],
    shows: /key here:? +privacy-officer/,
  },
  {
    name: "the receipts",
    actions: [
      setPolicies({ focus: "matrix", cell }),
      historyKind.open({ kind: "seal-history", clauseId: "HIPAA-164.308a1A", history, top: 0 }),
    ],
    shows: /sealed/,
  },
];

function opened({ actions }: View, size: Size): KnownState {
  const state = after(policiesState(texts, size), setPolicies({ selectedPath: page.path }), pageLoaded(page));
  return after(state, ...actions);
}

describe.each(views)("$name", (view) => {
  it.each([
    { columns: 40, rows: 10 },
    { columns: 80, rows: 24 },
    { columns: 120, rows: 40 },
    { columns: 200, rows: 50 },
  ])("fits and shows its content at $columns x $rows", (size) => {
    const state = opened(view, size);
    expect([
      ...frameFaults(state, size.columns, size.rows),
      ...layoutFaults(state, size.columns, size.rows),
    ]).toEqual([]);
    expect(drawnRows(state).join("\n")).toMatch(view.shows);
  });

  it("is said whole, without drawing, to a screen reader", () => {
    const state = after(opened(view, { columns: linearColumns, rows: 24 }), setWindow({ isLinear: true }));
    const text = linearLines(state, registry).join("\n");
    expect(text).toMatch(view.shows);
    expect(text).not.toMatch(/[░▒▓█│┃─━╭╮╰╯]/);
  });
});
