import { dump } from "js-yaml";
import { describe, expect, it } from "vitest";
import { tryWhatIfs } from "../../../../src/policy/edit/try-what-ifs.ts";
import { addedMapping } from "../../../../src/policy/edit/what-if-edits.ts";
import type { ClauseRef, WhatIf } from "../../../../src/policy/edit/what-if.ts";
import { axes, axisLabels, enforcements } from "../../../../src/policy/policy.ts";
import type { PolicyFormat } from "../../../../src/policy/read/format.ts";
import { readPolicy } from "../../../../src/policy/read/read-policy.ts";
import { mapping, type TestPolicy, toYaml, validPolicy } from "../../../support/policy/valid-policy.ts";
import { type Random, seededRandom } from "../../../support/random.ts";

/** A policy whose texts need quotes, several lines and other care. */
function somePolicy(random: Random): TestPolicy {
  const policy = validPolicy();
  for (const clause of policy.regulatory_clauses) {
    const [first] = clause.lambda_axes;
    if (first === undefined) throw new Error("no mapping");
    const rationale = random.pick([
      "It is: so # or not",
      "It's one line of text",
      "one line\nand another\n",
      '"quoted" text here',
    ]);
    Object.assign(first, { weight: random.below(101) / 100, rationale });
    if (random.below(3) === 0) clause.lambda_axes.splice(1);
  }
  return policy;
}

/** Puts comments behind plain values and before lines with a dash or a key, each with a number. */
function withComments(yaml: string, random: Random): string {
  let number = 0;
  let block = -1;
  return yaml
    .split("\n")
    .flatMap((line) => {
      const indent = line.length - line.trimStart().length;
      if (block !== -1 && (line.trim() === "" || indent > block)) return [line];
      block = /[|>][-+]?$/.test(line) ? indent + (line.trimStart().startsWith("- ") ? 2 : 0) : -1;
      if (block !== -1 || line === "") return [line];
      const above = random.below(5) === 0 ? [`${line.slice(0, indent)}# c${number++};`] : [];
      const isSpaced = /^ {2}- clause_id/.test(line) && random.below(2) === 0;
      const behind = random.below(5) === 0 ? ` # c${number++};` : "";
      return [...(isSpaced ? [""] : []), ...above, line + behind];
    })
    .join("\n");
}

interface Written {
  readonly text: string;
  readonly format: PolicyFormat;
}

const layouts: Readonly<Record<string, (policy: TestPolicy, random: Random) => Written>> = {
  "block YAML with comments": (policy, random) => ({
    text: withComments(toYaml(policy), random),
    format: "yaml",
  }),
  "YAML with lists in the column of their keys": (policy, random) => ({
    text: withComments(dump(policy, { lineWidth: -1, noRefs: true, seqNoIndent: true }), random),
    format: "yaml",
  }),
  "YAML in quotes, with CR LF, a mark and no last line end": (policy) => {
    const yaml = dump(policy, { lineWidth: -1, noRefs: true, forceQuotes: true, quoteStyle: "double" });
    return { text: `\uFEFF${yaml.trimEnd().replaceAll("\n", "\r\n")}`, format: "yaml" };
  },
  "YAML with clauses in brackets": (policy) => ({
    text: dump(policy, { lineWidth: -1, noRefs: true, flowLevel: 3 }),
    format: "yaml",
  }),
  "YAML with mappings in brackets": (policy) => ({
    text: dump(policy, { lineWidth: -1, noRefs: true, flowLevel: 4 }),
    format: "yaml",
  }),
  "JSON in YAML": (policy) => ({ text: JSON.stringify(policy, null, 4), format: "yaml" }),
  "JSON of two spaces": (policy) => ({ text: `${JSON.stringify(policy, null, 2)}\n`, format: "json" }),
  "JSON of tabs with CR LF and a mark": (policy) => ({
    text: `\uFEFF${JSON.stringify(policy, null, "\t").replaceAll("\n", "\r\n")}`,
    format: "json",
  }),
  "minified JSON": (policy) => ({ text: JSON.stringify(policy), format: "json" }),
};

function someChange(policy: TestPolicy, random: Random): WhatIf {
  const index = random.below(policy.regulatory_clauses.length);
  const { clause_id: id = "", lambda_axes: mappings = [] } = policy.regulatory_clauses[index] ?? {};
  const clause: ClauseRef = { id, index };
  const mapped = mappings.length === 0 ? null : random.pick(mappings).axis;
  const free = random.pick(axes.filter((axis) => mappings.every((one) => one.axis !== axis)));
  const weight = random.below(21) / 20;
  const enforcement = random.pick(enforcements);
  const map: WhatIf = { kind: "map", clause, axis: free, weight, enforcement };
  const mandatory = policy.compliance_thresholds.mandatory_axes;
  const axis = random.pick(axes);
  const isMandatory = !mandatory.includes(axis);
  const added = {
    id: `NEW-${random.below(1e6)}`,
    title: "A: title # of it",
    citation: "45 CFR 1",
    fullRef: "A full reference's text",
    axis: free,
  };
  return random.pick<WhatIf>([
    ...(mapped === null
      ? [map]
      : ([
          { kind: "weight", clause, axis: mapped, weight },
          { kind: "enforcement", clause, axis: mapped, enforcement },
          { kind: "unmap", clause, axis: mapped },
        ] as const)),
    map,
    { kind: "add-clause", clause: added },
    { kind: "copy-clause", clause, as: `COPY-${random.below(1e6)}` },
    ...(policy.regulatory_clauses.length > 1 ? ([{ kind: "remove-clause", clause }] as const) : []),
    { kind: "minimum", minimum: 1 + random.below(10) },
    { kind: "retention", days: 365 + random.below(4_000) },
    ...(isMandatory || mandatory.length > 1 ? ([{ kind: "mandatory", axis, isMandatory }] as const) : []),
  ]);
}

/** The policy after a change, and the path of the part that the change removes. */
function changedPolicy(
  policy: TestPolicy,
  change: WhatIf,
): { readonly after: TestPolicy; readonly removed: string | null } {
  const after = structuredClone(policy);
  const { regulatory_clauses: clauses, compliance_thresholds: thresholds } = after;
  const at = "clause" in change ? clauses.findIndex(({ clause_id: id }) => id === change.clause.id) : -1;
  const found = clauses[at];
  const path = `/regulatory_clauses/${at}`;
  const place =
    "axis" in change ? (found?.lambda_axes.findIndex(({ axis }) => axis === change.axis) ?? -1) : -1;
  const one = found?.lambda_axes[place];
  let removed: string | null = null;
  switch (change.kind) {
    case "weight":
      Object.assign(one ?? {}, { weight: change.weight });
      break;
    case "enforcement":
      Object.assign(one ?? {}, { enforcement: change.enforcement });
      break;
    case "map":
      found?.lambda_axes.push(mapping(change.axis, change.weight, change.enforcement));
      break;
    case "unmap":
      found?.lambda_axes.splice(place, 1);
      removed = `${path}/lambda_axes/${place}`;
      break;
    case "remove-clause":
      clauses.splice(at, 1);
      removed = path;
      break;
    case "copy-clause":
      if (found !== undefined) clauses.splice(at + 1, 0, { ...structuredClone(found), clause_id: change.as });
      break;
    case "add-clause": {
      const { id, title, citation, fullRef, axis } = change.clause;
      const lambda_axes = [{ axis, label: axisLabels[axis], ...addedMapping }];
      clauses.push({ clause_id: id, title, citation, full_ref: fullRef, lambda_axes });
      break;
    }
    case "minimum":
      thresholds.minimum_lambda_coverage = change.minimum;
      break;
    case "retention":
      thresholds.receipt_retention_days = change.days;
      break;
    case "mandatory": {
      const { mandatory_axes: list } = thresholds;
      const index = list.indexOf(change.axis);
      if (change.isMandatory) {
        const next = list.findIndex((axis) => axes.indexOf(axis) > axes.indexOf(change.axis));
        list.splice(next === -1 ? list.length : next, 0, change.axis);
      } else {
        list.splice(index, 1);
        removed = `/compliance_thresholds/mandatory_axes/${index}`;
      }
    }
  }
  return { after, removed };
}

function valueOf({ text, format }: Written): unknown {
  const reading = readPolicy(text, { format });
  if (!reading.ok) throw new Error(`${reading.finding.message}\n${text}`);
  return reading.document.value;
}

/** The comments that are not in the part at a path, nor behind it on its last line. */
function commentsOutside({ text, format }: Written, path: string | null): readonly string[] {
  const reading = readPolicy(text, { format });
  const place = reading.ok && path !== null ? reading.document.valuePlace(path) : null;
  const body = text.replace(/^\uFEFF/, "");
  const end = place === null ? -1 : body.indexOf("\n", place.end);
  return [...body.matchAll(/# c\d+;/g)]
    .filter(({ index }) => place === null || index < place.start || (end !== -1 && index > end))
    .map(([comment]) => comment);
}

describe.each(Object.entries(layouts))("changes of %s", (_, layout) => {
  it("give exactly the changed policy, keep every other comment and each line end, one after another", () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const random = seededRandom(seed);
      let policy = somePolicy(random);
      let written = layout(policy, random);
      expect(valueOf(written)).toEqual(policy);
      for (let step = 0; step < 6; step += 1) {
        const change = someChange(policy, random);
        const { after, removed } = changedPolicy(policy, change);
        const { text, failed } = tryWhatIfs(written.text, [change], written.format);
        expect({ seed, change, failed }).toEqual({ seed, change, failed: [] });
        const next = { ...written, text };
        expect(valueOf(next)).toEqual(after);
        for (const comment of commentsOutside(written, removed)) expect(text).toContain(comment);
        const lineEnds = (one: string) => [...new Set(one.match(/\r\n?|\n/g) ?? [])];
        expect(lineEnds(text)).toEqual(lineEnds(written.text));
        expect(text.startsWith("\uFEFF")).toBe(written.text.startsWith("\uFEFF"));
        expect(text.endsWith("\n")).toBe(written.text.endsWith("\n"));
        [policy, written] = [after, next];
      }
    }
  });

  it("of a weight change the number alone, and the change back gives the same bytes", () => {
    const random = seededRandom(99);
    const policy = somePolicy(random);
    const { text, format } = layout(policy, random);
    const [clause] = policy.regulatory_clauses;
    const [first] = clause?.lambda_axes ?? [];
    if (clause === undefined || first === undefined) throw new Error("no mapping");
    const change = (weight: number): WhatIf => ({
      kind: "weight",
      clause: { id: clause.clause_id, index: 0 },
      axis: first.axis,
      weight,
    });
    const there = tryWhatIfs(text, [change(0.123)], format).text;
    expect(there.replace("0.123", String(first.weight))).toBe(text);
    expect(tryWhatIfs(there, [change(first.weight)], format).text).toBe(text);
  });
});
