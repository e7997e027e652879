import { describe, expect, it } from "vitest";
import { checkPolicy } from "../../../../src/policy/check.ts";
import { axisDirections } from "../../../../src/policy/diff/axis-directions.ts";
import { knownChanges } from "../../../../src/policy/diff/change.ts";
import { comparable } from "../../../../src/policy/diff/comparable.ts";
import { diffPolicies } from "../../../../src/policy/diff/diff-policies.ts";
import { ownField } from "../../../../src/policy/matrix/readable-policy.ts";
import { axes } from "../../../../src/policy/policy.ts";
import { changed, shippedPolicy } from "../../../support/policy/policy-folder.ts";
import { randomJson } from "../../../support/random-json.ts";
import { seededRandom } from "../../../support/random.ts";

const head = shippedPolicy("healthcare");

function compare(before: string, after: string) {
  return comparable(checkPolicy(before), checkPolicy(after));
}

/** Returns the certain changes of two texts, `▼` for weaker ones. */
function changesOf(before: string, after: string): readonly string[] {
  const both = compare(before, after);
  if (both === null) throw new Error("not comparable");
  const glyphs = { weakened: "▼", strengthened: "▲", changed: "=" };
  return knownChanges(diffPolicies(both.before, both.after).changes, both.unknown).map(
    ({ direction, text }) => `${glyphs[direction]} ${text}`,
  );
}

const edit = (text: string, ...pairs: readonly (readonly [string, string])[]) =>
  pairs.reduce((now, [piece, other]) => changed(now, piece, other), text);

const retention = ["receipt_retention_days: 2192", "receipt_retention_days: 400"] as const;
const weakerRetention = "▼ receipt_retention_days 2192 → 400";

/** Text of a clause: the dash of the list to the empty line. */
function clauseText(text: string, id: string): string {
  const start = text.indexOf(`  - clause_id: ${id}\n`);
  return text.slice(start, text.indexOf("\n\n", start) + 1);
}

const notification = clauseText(head, "HITECH-13402");
const newClause = `  - clause_id: HIPAA-new
    title: A new clause
    citation: "45 CFR 999"
    full_ref: short
    lambda_axes:
      - { axis: Λ4, label: Fairness, weight: 0.4, enforcement: recommended }
`;

describe("a version with errors", () => {
  it.each([
    ["a typo in a label", ["label: Security", "label: Securty"]],
    ["a weight above the maximum", ["weight: 0.6", "weight: 6"]],
    ["a missing weight", ["        weight: 0.6\n", ""]],
    ["a misspelled key", ["weight: 0.6", "wieght: 0.6"]],
    ["a misspelled axis", ["- axis: Λ8", "- axis: L8"]],
    [
      "an axis of no known name and label",
      ["- axis: Λ6\n        label: Security", "- axis: 6\n        label: x"],
    ],
    [
      "a mapping that is none",
      [clauseText(head, "HIPAA-164.308a2").split("lambda_axes:\n")[1] ?? "", "      - x\n"],
    ],
    ["an ID with a space", ["clause_id: HIPAA-164.308a2", "clause_id: HIPAA 164"]],
    ["a clause that is none", [notification, "  - x\n"]],
    ["a clause without mappings", [notification, notification.replace(/ {4}lambda_axes:[^]*/, "")]],
    ["a mandatory axis of no name", ["[Λ1, Λ2,", "[Λ1, Λ22,"]],
    ["a repeated mandatory axis", ["[Λ1, Λ2,", "[Λ1, Λ2, Λ2,"]],
    ["a node that is a number", ["- privacy-officer", "- 7"]],
    ["a retention below the minimum", ["receipt_chain_required: true", "receipt_chain_required: maybe"]],
    ["no receipt chain", [head.slice(head.indexOf("receipt_chain:\n")), ""]],
    ["an unknown property", ["vertical: healthcare", "vertical: healthcare\nverticals: x"]],
    ["an optional field of a wrong type", ["hardware_security_module: true", "hardware_security_module: x"]],
    ["a vertical of no name", ["vertical: healthcare", "vertical: healthcar"]],
  ] as const)("has its other changes, and none of %s, now or then", (_, fault) => {
    const faulty = edit(head, fault);
    expect(checkPolicy(faulty).policy).toBeNull();
    expect(changesOf(head, edit(faulty, retention))).toEqual([weakerRetention]);
    expect(changesOf(faulty, edit(head, retention))).toEqual([weakerRetention]);
    expect(changesOf(faulty, edit(faulty, retention))).toEqual([weakerRetention]);
  });

  it("has a removed clause, also if a new one has an error", () => {
    const changes = changesOf(head, edit(head, [notification, newClause]));
    expect(changes).toEqual([
      expect.stringMatching(/^▼ clause removed: HITECH-13402 "Notification in the case of breach"/),
      '▲ clause added: HIPAA-new "A new clause" (Λ4)',
    ]);
    const unnamed = edit(newClause, ["clause_id: HIPAA-new", "clause_id: 45 CFR (9)"]);
    expect(changesOf(head, edit(head, [notification, unnamed]))).toEqual([
      expect.stringMatching(/^▼ clause removed: HITECH-13402 /),
      '▲ clause added: 45 CFR (9) "A new clause" (Λ4)',
    ]);
  });

  it("has the clauses that are removed from too short a list", () => {
    const short = head.slice(0, head.indexOf("  - clause_id: HIPAA-164.308a7\n"));
    const rest = head.slice(head.indexOf("compliance_thresholds:"));
    const changes = changesOf(head, `${short}\n${rest}`);
    expect(changes.filter((text) => text.startsWith("▼ clause removed: "))).toHaveLength(9);
    expect(changes).toContain("▼ Λ1 (Transparency) is no longer mapped by any clause");
  });

  it("has the lost mapping and mandatory axis beside a faulty one", () => {
    const cut = edit(head, ["[Λ1, Λ2, Λ3,", "[Λ1, Λ33,"], ["label: Security", "label: Securty"]);
    expect(changesOf(head, cut)).toEqual(["▼ Λ2 (Accountability) is no longer mandatory"]);
    const lost = clauseText(head, "HIPAA-164.308a1D");
    const now = lost.slice(0, lost.indexOf("      - axis: Λ2")).replace("weight: 0.9", "weight: 9");
    expect(changesOf(head, edit(head, [lost, now]))).toEqual([
      "▼ HIPAA-164.308a1D: no longer maps Λ2 (Accountability), 0.5 recommended",
    ]);
  });

  it("does not claim that a faulty value at a weaker place is weaker", () => {
    const below = edit(head, ["receipt_retention_days: 2192", "receipt_retention_days: 30"]);
    expect(changesOf(head, below)).toEqual([]);
    const typo = edit(
      head,
      ["enforcement: mandatory", "enforcement: recomended"],
      ["weight: 1.0", "weight: 0.4"],
    );
    expect(changesOf(head, typo)).toEqual(["▼ HIPAA-164.308a1A: Λ6 (Security) weight 1 → 0.4"]);
  });

  it("has a clause that moved matched by its ID, with its error", () => {
    const faulty = edit(
      notification,
      ["label: Transparency", "label: Transparent"],
      ["weight: 0.9", "weight: 0.2"],
    );
    const moved = edit(head, [notification, ""], ["regulatory_clauses:\n", `regulatory_clauses:\n${faulty}`]);
    expect(changesOf(head, moved)).toEqual([
      "▼ HITECH-13402: Λ2 (Accountability) weight 0.9 → 0.2",
      "= the clauses are in another order",
    ]);
  });

  it("does not claim the sum of an axis that a new mapping of unknown weight has", () => {
    const onlyΛ4 = edit(head, [
      notification,
      newClause.replace("short", "long enough to be a full reference"),
    ]);
    const unknown = edit(
      onlyΛ4,
      ["HIPAA-new", "HIPAA-other"],
      ["A new", "Another"],
      ["45 CFR 999", "45 CFR 998"],
      ["long enough", "large enough"],
      ["weight: 0.4, enforcement: recommended", "weight: 4, enforcement: mandatory"],
    );
    expect(changesOf(onlyΛ4, unknown).join()).not.toContain("Λ4 (Fairness)");
    const both = compare(unknown, onlyΛ4);
    expect(both?.unknown.axes).toEqual(new Set(["Λ4"]));
    expect(both && axisDirections(both.before, both.after, both.unknown.axes)[3]).toBeNull();
  });
});

describe("a version without the shape of a policy", () => {
  it.each([
    ["unreadable", "regime: ["],
    ["a text", "policy"],
    ["a list", "- vertical: healthcare"],
    ["no clauses", "vertical: healthcare"],
    ["clauses that are no list", edit(head, ["regulatory_clauses:\n", "regulatory_clauses: x\nother:\n"])],
    ["too many clauses", `regulatory_clauses: [${"{}, ".repeat(100_000)}]`],
    [
      "clauses of many errors",
      `regulatory_clauses: [${"{lambda_axes: [{}, {}, {}, {}, {}]}, ".repeat(200)}]`,
    ],
  ])("is not comparable: %s", (_, text) => {
    expect(compare(head, text)).toBeNull();
    expect(compare(text, head)).toBeNull();
    expect(compare(text, text)).toBeNull();
  });

  it("is compared as it is if it has only a list of clauses", () => {
    expect(
      changesOf(head, "regulatory_clauses: []").filter((text) => text.includes("clause removed")),
    ).toHaveLength(12);
    expect(changesOf(head, "regulatory_clauses: [x, null, [], 1]").join()).not.toContain("clause added");
  });
});

describe("faulty values anywhere", () => {
  const source = checkPolicy(head).policy;

  /** Returns the paths of all values, the whole left out. */
  function pathsOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
    if (typeof value !== "object" || value === null) return [path];
    const inside = Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...path, key]));
    return path.length === 0 ? inside : [path, ...inside];
  }

  /** Replaces the value at a path; the list of clauses stays, because without it nothing is comparable. */
  function spoil(value: unknown, path: readonly string[], other: unknown): void {
    const holder = path.slice(0, -1).reduce<unknown>(ownField, value);
    if (typeof holder !== "object" || holder === null || path.join() === "regulatory_clauses") return;
    Object.defineProperty(holder, path.at(-1) ?? "", {
      value: other,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }

  it("are never claimed, whatever they are, and never throw", () => {
    const paths = pathsOf(source);
    for (let seed = 0; seed < 150; seed += 1) {
      const random = seededRandom(seed);
      const value: unknown = structuredClone(source);
      for (let count = 1 + random.below(4); count > 0; count -= 1) {
        const path = random.pick(paths);
        // An object in place of a section has lost its optional fields, which is a change.
        spoil(value, path, path.length === 1 || random.next() < 0.5 ? null : { bad: randomJson(random, 3) });
      }
      const faulty = checkPolicy(JSON.stringify(value));
      // A lone surrogate makes the whole text unreadable.
      if (faulty.document === null) continue;
      const sound = checkPolicy(head);
      for (const [before, after] of [
        [sound, faulty],
        [faulty, sound],
        [faulty, faulty],
      ] as const) {
        const both = comparable(before, after);
        if (both === null) throw new Error(`seed ${seed} is not comparable`);
        const { unknown } = both;
        const certain = knownChanges(diffPolicies(both.before, both.after).changes, unknown);
        expect(certain, `seed ${seed}`).toEqual([]);
        expect(axisDirections(both.before, both.after, unknown.axes), `seed ${seed}`).toEqual(
          axes.map(() => null),
        );
      }
    }
  });

  it("take nothing from a prototype", () => {
    const keys = ["__proto__", "constructor", "toString"]
      .map((key) => `  "${key}": { weight: 0.1 }\n`)
      .join("");
    const hostile = edit(
      head,
      ["receipt_chain:\n", `receipt_chain:\n${keys}`],
      ["label: Security", "label: x"],
    );
    const both = compare(head, hostile);
    expect(Object.keys(both?.after.receipt_chain ?? {})).toContain("__proto__");
    expect(Object.getPrototypeOf(both?.after.receipt_chain)).toBe(Object.prototype);
    expect(changesOf(head, hostile).every((text) => text.startsWith("="))).toBe(true);
  });
});
