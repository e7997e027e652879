import { describe, expect, it } from "vitest";
import { viewsOf } from "../../src/policy-service/make-page.ts";
import { head } from "../../src/policy-service/policy-page.ts";
import { checkPolicy } from "../../src/policy/check.ts";
import { unsealed } from "../../src/policy/seal/seal-state.ts";
import { currentPlace, sourceViewer } from "../../src/screens/policies/detail/source-viewer.ts";
import { cellAtLine, sourceLines } from "../../src/screens/policies/select/source.ts";
import { pageLoaded, paneShown, setPolicies } from "../../src/screens/policies/state/policies.ts";
import { frameOf } from "../../src/tui/app-frame.ts";
import { linearLines } from "../../src/tui/linear/linear-page.ts";
import { setWindow } from "../../src/tui/state/window.ts";
import { atLine, foldToggled, type Move } from "../../src/tui/viewer/moves.ts";
import { paneRows } from "../support/app/drawn.tsx";
import { pageOf, policiesState } from "../support/app/policy-state.ts";
import { registry } from "../support/app/registry.ts";
import { after, type KnownState } from "../support/app/state.ts";
import { changed, lineOf, shippedPolicy } from "../support/policy/policy-folder.ts";
import { testNowMs } from "../support/policy/valid-policy.ts";

const healthcare = shippedPolicy("healthcare");
const mislabelled = changed(healthcare, "label: Robustness", "label: Security");
const sizes = [
  { columns: 40, rows: 10 },
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 50 },
];

/** Returns the state with the source of a text open at a cell. */
function openSource(
  text: string,
  size = { columns: 120, rows: 40 },
  cell = { row: 0, column: 5 },
): KnownState {
  return after(
    policiesState({ "p.yaml": text }, size),
    setPolicies({ cell, pane: "cell" }),
    paneShown("source"),
  );
}

function moved(state: KnownState, ...moves: readonly Move[]): KnownState {
  return moves.reduce((now, move) => {
    const viewer = sourceViewer(now);
    if (viewer === null) throw new Error("the source is not shown");
    return after(now, viewer.put(move(viewer.state, viewer.content, viewer.size)));
  }, state);
}

const rowsOf = (state: KnownState) => paneRows(state, "detail");
const rowAt = (state: KnownState, line: number) =>
  rowsOf(state).find((row) => new RegExp(`^[❯ ].. *${line} [│┃]`).test(row)) ?? "";

describe("the source of a policy", () => {
  it.each(sizes)("shows the lines of the cell, marked and named, at $columns columns", (size) => {
    const state = openSource(healthcare, size);
    const first = lineOf(healthcare, "- axis: Λ6");
    expect(rowAt(state, first)).toMatch(/^❯ +\d+ ┃ +- axis: Λ6/);
    expect(rowAt(state, first - 1)).toMatch(/│ +lambda_axes:$/);
    const below = moved(state, atLine(first));
    expect(rowAt(below, first + 1)).toMatch(/^❯ +\d+ ┃ +label: Security$/);
    expect(rowsOf(below).join(" ").replaceAll(/\s+/g, "")).toContain("◂HIPAA-164.308a1A×Λ6");
  });

  it.each(sizes)("shows findings at their lines at $columns columns", (size) => {
    const line = lineOf(mislabelled, "label: Security") + 0;
    const wrong = lineOf(mislabelled, "axis: Λ8") + 1;
    const state = moved(openSource(mislabelled, size), atLine(wrong - 1));
    expect(rowAt(state, wrong)).toMatch(/^❯✗ +\d+ [│┃] +label: Security +✗? ?/);
    expect(rowsOf(state).join(" ").replaceAll(/\s+/g, " ")).toContain("Λ8 is Robustness");
    expect(rowAt(state, line)).not.toContain("✗");
  });

  it("colors keys, values and comments by meaning", () => {
    const text = healthcare.replace("weight: 1.0", "weight: 1.0 # all of it");
    const at = lineOf(text, "weight: 1.0 #");
    const state = openSource(text);
    const line = frameOf(state, registry)
      .panes.find(({ id }) => id === "detail")
      ?.lines.find(({ spans }) => spans.some((one) => one.text.includes(` ${at} `) || one.text === `${at} `));
    const tones = line?.spans.map(({ text: shown, tone }) => [shown.trim(), tone]);
    expect(tones).toEqual(
      expect.arrayContaining([
        ["weight:", "accent"],
        ["1.0", "warn"],
        ["# all of it", "muted"],
      ]),
    );
  });

  it("says what a cell was in HEAD at its weight", () => {
    const weaker = changed(healthcare, "weight: 0.6", "weight: 0.3");
    const read = (text: string) => checkPolicy(text, { file: "/p/p.yaml", nowMs: testNowMs });
    const page = viewsOf({
      path: "/p/p.yaml",
      file: { check: read(weaker), text: weaker, bytes: Buffer.from(weaker) },
      review: { entries: [], problem: null },
      seal: unsealed,
      baseline: { base: head, version: { check: read(healthcare) } },
    }).page("ann");
    const state = after(openSource(weaker), pageLoaded(page));
    const line = lineOf(weaker, "weight: 0.3");
    expect(rowAt(moved(state, atLine(line - 1)), line)).toMatch(/weight: 0\.3 +▼ was 0\.6 in HEAD$/);
    expect(rowsOf(state).filter((row) => row.includes("in HEAD"))).toHaveLength(1);
  });

  it("folds a section with its findings on its line, and keeps the numbers of lines", () => {
    const state = openSource(mislabelled);
    const clause = lineOf(mislabelled, "- clause_id: HIPAA-164.308a1A");
    const folded = moved(state, atLine(clause - 1), foldToggled);
    const next = lineOf(mislabelled, "- clause_id: HIPAA-164.308a1D");
    expect(rowAt(folded, clause)).toMatch(/^❯✗ +\d+ │ +- clause_id: HIPAA-164\.308a1A +▸ \d+ lines/);
    expect(rowsOf(folded)[rowsOf(folded).indexOf(rowAt(folded, clause)) + 1]).toMatch(
      new RegExp(`^ +${next} │ +- clause_id: HIPAA-164.308a1D`),
    );
    expect(rowAt(moved(folded, foldToggled), clause + 1)).toMatch(/title: Risk analysis/);
  });

  it("counts lines as findings do: CR LF, lone CR, and without the byte order mark", () => {
    const text = `\uFEFF${mislabelled.replaceAll("\n", "\r\n")}`.replace("\r\n", "\r");
    const wrong = lineOf(mislabelled, "axis: Λ8") + 1;
    const state = moved(openSource(text), atLine(wrong - 1));
    expect(rowAt(state, wrong)).toMatch(/^❯✗ +\d+ . +label: Security/);
  });

  it("shows hostile characters as what they are", () => {
    const text = changed(healthcare, "title: Risk analysis", 'title: "a\u202E\u001B[31m b\u0007"');
    const line = lineOf(text, 'title: "a');
    expect(rowAt(openSource(text), line)).toContain('title: "a⟨202E⟩␛[31m b␇"');
  });

  it("marks a parse error below the last line at the last one", () => {
    const state = openSource('regime: "HIPAA\nvertical: [\n');
    expect(rowsOf(state).some((row) => /^[❯ ]✗ +2 │/.test(row))).toBe(true);
  });

  it("says where a source was cut", () => {
    const text = `${"# a comment\n".repeat(90_000)}regime: x\n`;
    const state = openSource(text);
    const end = moved(state, atLine((sourceViewer(state)?.content.count ?? 1) - 1));
    expect(rowsOf(end).join("\n")).toContain("the rest is not shown");
  });

  it("is told in words to a screen reader", () => {
    const wrong = lineOf(mislabelled, "axis: Λ8") + 1;
    const state = moved(after(openSource(mislabelled), setWindow({ isLinear: true })), atLine(wrong - 1));
    const spoken = linearLines(state, registry);
    expect(spoken.find((one) => one.includes("label: Security") && one.includes("selected"))).toMatch(
      /error.*Λ8 is Robustness/,
    );
  });
});

describe("the place in a source", () => {
  const page = pageOf(healthcare);
  const { folds } = sourceLines(page);

  it("is of the cell of each line of a mapping, of the clause on its other lines, and else of the general provisions", () => {
    const at = (piece: string) => cellAtLine(page, folds, lineOf(healthcare, piece) - 1, 3);
    expect(at("title: Risk analysis")).toEqual({ row: 0, column: 3 });
    expect(at("axis: Λ8")).toEqual({ row: 0, column: 7 });
    expect(at("The analysis names how")).toEqual({ row: 0, column: 7 });
    expect(at("clause_id: HITECH-13402")).toEqual({ row: 11, column: 3 });
    expect(at("regime:")).toEqual({ row: 12, column: 3 });
    expect(at("compliance_thresholds:")).toEqual({ row: 12, column: 3 });
  });

  it("is the cell's again after the cell moved, and the finding's behind the findings", () => {
    const state = moved(openSource(healthcare), atLine(0));
    expect(currentPlace(state.policies).line).toBe(1);
    const cell = after(state, setPolicies({ cell: { row: 0, column: 7 } }));
    expect(currentPlace(cell.policies)).toMatchObject({ line: lineOf(healthcare, "axis: Λ8"), column: 9 });
    const wrong = after(
      policiesState({ "p.yaml": mislabelled }),
      setPolicies({ pane: "findings", finding: 0 }),
      paneShown("source"),
    );
    expect(currentPlace(wrong.policies)).toMatchObject({
      line: lineOf(mislabelled, "axis: Λ8") + 1,
      column: 16,
    });
  });

  it("stays at its text when lines above or below it change", () => {
    const line = lineOf(healthcare, "axis: Λ8");
    const state = moved(openSource(healthcare), atLine(line));
    const above = after(state, pageLoaded(pageOf(`# one\n# two\n${healthcare}`)));
    expect(currentPlace(above.policies).line).toBe(line + 3);
    const below = after(
      state,
      pageLoaded(pageOf(changed(healthcare, "quorum: 2-of-3", "quorum: 3-of-3\n# more"))),
    );
    expect(currentPlace(below.policies).line).toBe(line + 1);
    const shorter = after(state, pageLoaded(pageOf("regime: [\n")));
    expect(currentPlace(shorter.policies).line).toBe(1);
  });

  it("is before the first key of a line without a finding or a mapping", () => {
    const line = lineOf(healthcare, "title: Risk analysis");
    expect(currentPlace(moved(openSource(healthcare), atLine(line - 1)).policies)).toEqual({
      line,
      column: 5,
    });
  });
});
