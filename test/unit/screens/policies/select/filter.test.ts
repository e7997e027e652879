import { describe, expect, it } from "vitest";
import type { PolicySummary } from "../../../../../src/policy/summary.ts";
import {
  completeState,
  matchingPolicies,
  stateNames,
  unknownState,
} from "../../../../../src/screens/policies/select/filter.ts";
import type { PolicyRow } from "../../../../../src/tables/policies.ts";
import { textField } from "../../../../../src/tui/text-field.ts";
import { pageOf } from "../../../../support/app/policy-state.ts";
import { shippedPolicy } from "../../../../support/policy/policy-folder.ts";

const { summary: valid } = pageOf(shippedPolicy("healthcare"));
const row = (name: string, change: Partial<PolicySummary> = {}): PolicyRow => ({
  name,
  summary: { ...valid, approved: valid.parts, ...change },
});
const counts = { weakened: 0, strengthened: 0, changed: 0 };

const rows: readonly PolicyRow[] = [
  row("eu/broken.yaml", { verdict: "errors", errors: 2, approved: 0, baselineProblem: "unreadable" }),
  row("unreadable.yaml", { verdict: "unreadable", errors: 1, parts: 0, approved: 0 }),
  row("eu/weak.yaml", { sinceBaseline: { ...counts, weakened: 1 }, seal: "changed" }),
  row("strong.yaml", { sinceBaseline: { ...counts, strengthened: 1 }, seal: "sealed" }),
  row("flag.yaml", { flagged: 1, sinceBaseline: counts, verdict: "warnings", warnings: 1 }),
  row("new.yaml", { baselineProblem: "new" }),
  { ...row("ours.yaml"), upstream: "kept" },
  row("text.yaml", { sinceBaseline: counts, isTextOnly: true, flagged: 1 }),
  row("renamed.yaml", { sinceBaseline: counts, renamedFrom: "old.yaml", flagged: 1 }),
  { name: "eu/gone.yaml", summary: null, isDeleted: true },
  { name: "unchecked.yaml", summary: null },
];

const matching = (text: string, editingFilter = false) =>
  matchingPolicies(rows, { filter: textField(text), editingFilter }).map(({ name }) => name);

describe("the filter of policies", () => {
  it.each([
    ["error", ["eu/broken.yaml", "unreadable.yaml"]],
    ["warning", ["flag.yaml"]],
    ["weakened", ["eu/weak.yaml"]],
    [
      "changed",
      ["eu/broken.yaml", "eu/weak.yaml", "strong.yaml", "text.yaml", "renamed.yaml", "eu/gone.yaml"],
    ],
    ["flagged", ["flag.yaml", "text.yaml", "renamed.yaml"]],
    ["open", ["eu/broken.yaml", "flag.yaml", "text.yaml", "renamed.yaml"]],
    ["approved", ["eu/weak.yaml", "strong.yaml", "new.yaml", "ours.yaml"]],
    ["sealed", ["strong.yaml"]],
    [
      "unsealed",
      [
        "eu/broken.yaml",
        "unreadable.yaml",
        "flag.yaml",
        "new.yaml",
        "ours.yaml",
        "text.yaml",
        "renamed.yaml",
      ],
    ],
    ["deleted", ["eu/gone.yaml"]],
    ["new", ["new.yaml"]],
    ["upstream", ["ours.yaml"]],
  ])("finds those with the state %s", (state, names) => {
    expect(matching(`is:${state}`)).toEqual(names);
    const others = rows.map(({ name }) => name).filter((name) => !names.includes(name));
    expect(matching(`-IS:${state}`)).toEqual(others.filter((name) => name !== "unchecked.yaml"));
  });

  it("wants all terms and all words of the path", () => {
    expect(matching("is:changed eu")).toEqual(["eu/broken.yaml", "eu/weak.yaml", "eu/gone.yaml"]);
    expect(matching("is:changed eu -is:error -is:deleted")).toEqual(["eu/weak.yaml"]);
    expect(matching("is:changed -eu is:sealed")).toEqual(["strong.yaml"]);
    expect(matching("  ")).toEqual(rows.map(({ name }) => name));
  });

  it("finds nothing for an unknown state, and ignores the start of one until the filter is applied", () => {
    const typed = (text: string, editingFilter: boolean) =>
      unknownState({ filter: textField(text), editingFilter });
    expect(typed("eu is:wea", true)).toBeNull();
    expect(matching("eu is:wea", true)).toEqual(matching("eu"));
    expect(typed("eu is:wea", false)).toBe("is:wea");
    expect(typed("eu -is:x", true)).toBe("-is:x");
    expect(matching("eu is:x", true)).toEqual([]);
    expect(typed("is=error", false)).toBe("is=error");
    expect(typed("-is!=error", true)).toBe("-is!=error");
    expect(["NOT is:error", "eu AND is:error"].map((text) => matching(text, true))).toEqual([[], []]);
  });

  it("completes the state at the caret", () => {
    const texts = (text: string, caret = text.length) =>
      completeState(text, caret, "v1.0").suggestions.map((one) => one.text);
    expect(texts("eu is:")).toEqual(stateNames);
    expect(texts("-is:WE")[0]).toBe("weakened");
    expect(completeState("a -is:we b", 8, "v1.0")).toMatchObject({
      start: 6,
      end: 8,
      suggestions: [{ text: "weakened", note: "weaker than in v1.0" }],
    });
    expect(texts("is:weakened")).toEqual([]);
    expect(texts("is:we eu")).toEqual([]);
    expect(texts("this:we")).toEqual([]);
  });
});
