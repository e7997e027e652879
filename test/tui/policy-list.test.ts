import { describe, expect, it } from "vitest";
import { unsealed } from "../../src/policy/seal/seal-state.ts";
import type { PolicySummary } from "../../src/policy/summary.ts";
import { listedFiles } from "../../src/screens/policies/list/rows.ts";
import { policiesScreen } from "../../src/screens/policies/screen.ts";
import {
  pageLoaded,
  policiesChecked,
  policiesScanned,
  policiesSlice,
  setPolicies,
  upstreamMarked,
} from "../../src/screens/policies/state/policies.ts";
import { columnsChosen } from "../../src/tui/state/columns.ts";
import { listSorted } from "../../src/tui/state/sorts.ts";
import { setWindow } from "../../src/tui/state/window.ts";
import { textField } from "../../src/tui/text-field.ts";
import { drawnRows, paneRows } from "../support/app/drawn.tsx";
import { pageOf, policiesState } from "../support/app/policy-state.ts";
import { after, type KnownState } from "../support/app/state.ts";
import { changed, shippedPolicy } from "../support/policy/policy-folder.ts";
import { reviewEntry } from "../support/policy/review-entries.ts";

const texts = {
  "energy.yaml": shippedPolicy("energy"),
  "finance.yaml": shippedPolicy("financial"),
  "health.yaml": shippedPolicy("healthcare"),
};

/** Changes the summary of a listed policy. */
function summarized(state: KnownState, name: string, change: Partial<PolicySummary>): KnownState {
  const file = state.policies.files.find((one) => one.name === name);
  if (file === undefined || file.summary === null) throw new Error(`${name} is not listed`);
  return after(state, policiesChecked([{ ...file, summary: { ...file.summary, ...change } }]));
}

const size = { columns: 120, rows: 40 };
const rowOf = (state: KnownState, name: string) =>
  drawnRows(state).find((row) => row.includes(` ${name} `)) ?? "";

describe("the list of policies", () => {
  const plain = policiesState(texts, size);
  const health = summarized(plain, "health.yaml", {
    seal: "changed",
    sinceBaseline: { weakened: 2, strengthened: 0, changed: 1 },
    undecided: 2,
  });
  const state = after(
    summarized(health, "finance.yaml", { seal: "sealed", sinceBaseline: null, baselineProblem: "new" }),
    upstreamMarked(new Map([["energy.yaml", "differs"]])),
  );

  it("shows the seal, the changes since HEAD and those of upstream", () => {
    expect(rowOf(state, "health.yaml")).toMatch(/↺ changed +▼2 =1/);
    expect(rowOf(state, "finance.yaml")).toMatch(/✓ sealed +new/);
    expect(rowOf(state, "energy.yaml")).toMatch(/≠ differs/);
  });

  it("names the file before a rename, and marks a file of which only the text differs", () => {
    const sinceBaseline = { weakened: 0, strengthened: 0, changed: 0 };
    const renamed = summarized(plain, "health.yaml", { sinceBaseline, renamedFrom: "care.yaml" });
    const now = summarized(renamed, "finance.yaml", { sinceBaseline, isTextOnly: true });
    expect(rowOf(now, "health.yaml")).toMatch(/ health\.yaml renamed from care\.yaml .* renamed/);
    expect(rowOf(now, "finance.yaml")).toMatch(/= text/);
    const renamedFrom = "health-care-act.yaml";
    const narrow = summarized(plain, "health.yaml", { sinceBaseline, renamedFrom });
    expect(rowOf(narrow, "health.yaml")).toMatch(/ health\.yaml ← health-care-act\.yaml /);
    const long = summarized(plain, "health.yaml", {
      sinceBaseline,
      renamedFrom: `health/${"long/".repeat(20)}a.yaml`,
    });
    expect(rowOf(long, "health.yaml")).toMatch(/ health\.yaml ← health\/long\S*… /);
  });

  it("sorts by HEAD: deleted, weakened, not comparable, new, changed, equal", () => {
    const equal = { weakened: 0, strengthened: 0, changed: 0 };
    const many = Object.fromEntries(
      ["a", "b", "c", "d", "e", "f"].map((name) => [`${name}.yaml`, texts["energy.yaml"]]),
    );
    let now = policiesState(many, size);
    now = summarized(now, "a.yaml", { sinceBaseline: equal });
    now = summarized(now, "b.yaml", { sinceBaseline: { ...equal, changed: 1 } });
    now = summarized(now, "c.yaml", { baselineProblem: "new" });
    now = summarized(now, "d.yaml", { baselineProblem: "unreadable" });
    now = summarized(now, "e.yaml", { sinceBaseline: { ...equal, weakened: 1 }, undecided: 1 });
    now = summarized(now, "f.yaml", { sinceBaseline: { ...equal, weakened: 3 }, undecided: 3 });
    const deleted = [{ path: "/p/gone.yaml", name: "gone.yaml" }];
    now = after(
      now,
      policiesScanned({ files: now.policies.files, deleted, isCut: false, problem: null }, 1),
      listSorted("policies", { column: "head", descending: false }),
    );
    expect(listedFiles(now).map(({ name }) => name[0])).toEqual(["g", "f", "e", "d", "c", "b", "a"]);
    expect(rowOf(now, "gone.yaml")).toMatch(/− gone\.yaml +deleted +.*deleted/);
  });

  it("names in the title an order whose column is not shown", () => {
    const sorted = after(
      plain,
      listSorted("policies", { column: "strength", descending: false }),
      columnsChosen("policies", ["verdict", "name"]),
    );
    expect(drawnRows(sorted).join("\n")).toContain("[Policies] Heat map · sorted by strength, ascending");
    const shown = after(sorted, columnsChosen("policies", null));
    expect(drawnRows(shown).join("\n")).toMatch(/Heat map ━.*strength▲/s);
  });

  it("has the strength before regime, warnings and upstream, at any width", () => {
    const warned = after(
      summarized(state, "health.yaml", { warnings: 2, verdict: "warnings", seal: "sealed" }),
      upstreamMarked(new Map([["finance.yaml", "differs"]])),
    );
    for (let columns = 60; columns <= 240; columns += 1) {
      const [head = ""] = paneRows(after(warned, setWindow({ size: { columns, rows: 24 } })), "list").slice(
        1,
      );
      const has = (title: string) => head.includes(title);
      expect([columns, has("strength")]).toEqual([columns, true]);
      expect([columns, has("needs you")]).toEqual([columns, true]);
    }
    const wide = drawnRows(after(warned, setWindow({ size: { columns: 200, rows: 50 } }))).join("\n");
    expect(wide).toMatch(/needs you▲? +warnings +coverage +strength +approved +seal +HEAD +upstream +regime/);
    expect(wide).toContain("enforced by");
  });

  it("has no column for what no policy has", () => {
    expect(drawnRows(plain).join("\n")).not.toMatch(/HEAD[ ┃]*\n|upstream| seal /);
  });

  it("keeps its columns while a filter is set", () => {
    const head = (now: KnownState) => drawnRows(now).find((row) => row.includes("needs you"));
    const filtered = after(state, setPolicies({ filter: textField("energy") }));
    expect(drawnRows(filtered).join("\n")).toContain("1 of 3");
    expect(head(filtered)).toBe(head(state));
  });

  it("is not sorted by a column without a value, nor by the sign, whose order is the usual one", () => {
    const sortable = (now: KnownState) =>
      policiesScreen
        .sortColumns?.(now)
        .filter(({ order }) => order !== undefined)
        .map(({ name }) => name);
    const always = ["name", "needs", "coverage", "strength", "approved"];
    expect(sortable(plain)).toEqual([...always, "regime"]);
    expect(sortable(state)).toEqual([...always, "seal", "head", "upstream", "regime"]);
  });

  it("unmarks a policy that is as upstream has it", () => {
    const same = after(state, upstreamMarked(new Map()));
    expect(policiesSlice.get(same).files.some(({ upstream }) => upstream !== undefined)).toBe(false);
    expect(after(same, upstreamMarked(new Map())).policies).toBe(same.policies);
  });
});

describe("the selected policy of the list", () => {
  it("is below the list in a high window, and has the window when it is open", () => {
    const listed = drawnRows(policiesState(texts, size)).join("\n");
    expect(listed).toMatch(/finance\.yaml[^]*enforced by/);
    expect(listed).toMatch(/─ State ─[^]*needs you/);
    const opened = drawnRows(after(policiesState(texts, size), setPolicies({ focus: "matrix" }))).join("\n");
    expect(opened).not.toContain("Heat map");
    expect(opened).toContain("[Cell]");
  });

  it("leaves a low window to the list", () => {
    expect(drawnRows(policiesState(texts, { columns: 80, rows: 24 })).join("\n")).not.toContain(
      "enforced by",
    );
  });

  describe("in a low window", () => {
    const low = { columns: 80, rows: 24 };
    const listRows = (state: KnownState) => paneRows(state, "list");

    it("has its reasons in the rows below the list", () => {
      const flagged = pageOf(texts["energy.yaml"], "/p/energy.yaml", {
        entries: [{ ...reviewEntry("flagged"), clauseId: "CIP-002-5.1a-R1", clauseHash: "" }],
      });
      const wrong = pageOf(changed(texts["energy.yaml"], "weight: 1.0", "weight: 9"), "/p/energy.yaml");
      const seal = { ...unsealed, standing: "changed" as const };
      let state = after(policiesState(texts, low), pageLoaded({ ...flagged, seal }));
      state = summarized(state, "energy.yaml", { warnings: 2 });
      const rows = listRows(state);
      const from = rows.findIndex((row) => row.startsWith(" ── energy.yaml ─"));
      expect(rows[from - 1]).toBe("");
      expect(rows.slice(from + 1, from + 4)).toEqual([
        " ↺ 002-5.1a-R1  edited after its flag",
        " ↺ seal         has errors since",
        " ▲ 2 warnings",
      ]);
      expect(rows.at(-1)).toMatch(/ · +\d+ clauses, General not looked at$/);
      state = after(state, setPolicies({ page: wrong }));
      expect(listRows(state).join("\n")).toMatch(/ ✗ \d+ errors?: line \d+: .*\n( {3}.*\n)* ▲ 2 warnings\n/);
      expect(listRows(after(state, setPolicies({ focus: "matrix" }))).join("\n")).not.toContain(
        "not looked at",
      );
    });

    it("has the error of an unreadable file there, and how to restore a deleted one", () => {
      const broken = policiesState({ "broken.yaml": "regime: [", "energy.yaml": texts["energy.yaml"] }, low);
      expect(listRows(broken).join("\n")).toMatch(/── broken\.yaml ─+\n ✗ 1:\d+ {2}\S.*parse$/m);
      const deleted = [{ path: "/p/gone.yaml", name: "gone.yaml" }];
      const gone = after(
        broken,
        policiesScanned({ files: broken.policies.files, deleted, isCut: false, problem: null }, 1),
        setPolicies({ selectedPath: "/p/gone.yaml" }),
      );
      expect(listRows(gone).join("\n")).toMatch(
        / − deleted since HEAD; git checkout HEAD -- gone\.yaml restores it/,
      );
    });

    it("has none with less than four rows, and says how many do not fit", () => {
      const of = (count: number) =>
        policiesState(
          Object.fromEntries(
            Array.from({ length: count }, (_, index) => [`p${index}.yaml`, texts["energy.yaml"]]),
          ),
          low,
        );
      const full = listRows(of(1)).length;
      for (let count = 1; count <= 20; count += 1) {
        const rows = listRows(of(count));
        const hasReasons = rows.some((row) => row.startsWith(" ── p0.yaml"));
        expect([count, hasReasons]).toEqual([count, 17 - count >= 4]);
        expect(rows.length).toBeLessThanOrEqual(19);
        expect(rows.filter((row) => /p\d+\.yaml +\d+ to review/.test(row))).toHaveLength(Math.min(17, count));
      }
      expect(full).toBeGreaterThan(5);
      const wrong = pageOf(changed(texts["energy.yaml"], "weight: 1.0", "weight: 9"), "/p/p0.yaml");
      const seal = { ...unsealed, standing: "changed" as const };
      const needy = summarized(after(of(13), pageLoaded({ ...wrong, seal })), "p0.yaml", { warnings: 2 });
      expect(listRows(needy).at(-1)).toMatch(/^ {3}and \d+ more$/);
    });
  });

  it("says the error of an unreadable file in its preview", () => {
    const broken = policiesState({ "broken.yaml": "regime: [", "energy.yaml": texts["energy.yaml"] }, size);
    expect(paneRows(broken, "matrix").slice(0, 2)).toEqual([
      " The document cannot be read.",
      expect.stringMatching(/^ ✗ 1:\d+ {2}\S.*parse$/),
    ]);
  });

  it("says how to restore a policy that is deleted while it is shown, and shows it again when it is back", () => {
    const whole = policiesState(texts, size);
    expect(paneRows(whole, "matrix").join("\n")).toContain("002-5.1a-R1");
    const path = "/p/energy.yaml";
    const scan = {
      files: whole.policies.files.filter((file) => file.path !== path),
      deleted: [{ path, name: "energy.yaml" }],
      isCut: false,
      problem: null,
    };
    const gone = after(whole, policiesScanned(scan, 1));
    expect(paneRows(gone, "matrix").join(" ")).toMatch(
      /deleted since HEAD; git checkout HEAD -- energy\.yaml\s+restores it/,
    );
    expect(drawnRows(gone).join("\n")).not.toContain("002-5.1a-R1");
    const back = { ...scan, files: whole.policies.files, deleted: [] };
    expect(paneRows(after(gone, policiesScanned(back, 2)), "matrix")).toEqual(paneRows(whole, "matrix"));
    // A policy with a pending change stays in the list, once.
    const pending = after(whole, policiesScanned(scan, 1, path));
    expect(listedFiles(pending).filter((file) => file.path === path)).toMatchObject([{ summary: {} }]);
  });

  it("begins at what is weaker than in HEAD, and marks it", () => {
    const text = changed(texts["health.yaml"], "receipt_retention_days: 2192", "receipt_retention_days: 400");
    const page = pageOf(text, "/p/health.yaml", {}, texts["health.yaml"]);
    const state = after(
      policiesState(texts, { columns: 120, rows: 34 }),
      setPolicies({ selectedPath: "/p/health.yaml" }),
      pageLoaded(page),
    );
    expect(paneRows(state, "matrix").join("\n")).toMatch(/^❯.*General.*▼ retention/m);
  });

  it("leaves rows to a list of many policies", () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`p${index}.yaml`, shippedPolicy("energy")]),
    );
    const rows = drawnRows(policiesState(many, size));
    expect(rows.filter((row) => /[ ❯] . p\d+\.yaml/.test(row)).length).toBeGreaterThanOrEqual(8);
    expect(rows.join("\n")).toContain("enforced by");
  });
});
