import { describe, expect, test } from "vitest";
import { checkPolicy } from "../../../../src/policy/check.ts";
import { knownRegimes } from "../../../../src/policy/fields/known-regimes.ts";
import { axes, axisLabels, type Vertical, verticals } from "../../../../src/policy/policy.ts";
import { policySkeleton } from "../../../../src/policy/skeleton/skeleton.ts";
import { publishedSchema } from "../../../support/policy/schema-cases.ts";
import { testNowMs as nowMs } from "../../../support/policy/valid-policy.ts";

const blank = /^([ -]*)(?:(\w+):|-)$/;

/** Lines that have nothing behind the key or dash, and nothing that belongs to them below. Counted from 1. */
function blanks(lines: readonly string[]): readonly number[] {
  const written = lines.map((line) => (line.trim().startsWith("#") ? "" : line));
  return written.flatMap((line, index) => {
    const next = written.slice(index + 1).find((other) => other !== "") ?? "";
    const indent = (text: string) => text.search(/[^ -]/);
    const holds =
      next.search(/\S/) > line.search(/\S/) && (indent(next) > indent(line) || next.trim() === "-");
    return blank.test(line) && !holds ? [index + 1] : [];
  });
}

/** Returns the texts that a person would write into the blanks, by key, in the order of the blanks. */
function filler(vertical: Vertical): (key: string | undefined) => string {
  let [clause, axis, label] = [0, 0, 0];
  // mandatory_axes has the first item, nodes has the others.
  const items = ["Λ1", "owner", "auditor"];
  return (key) => {
    switch (key) {
      case "regime":
        return knownRegimes[vertical][0] ?? "";
      case "effective_date":
        return '"2026-07-01"';
      case "jurisdiction":
        return "EU";
      case "clause_id":
        return `CLAUSE-${++clause}`;
      case "axis":
        return axes[axis++] ?? "";
      case "label":
        return axisLabels[axes[label++] ?? "Λ1"];
      case "weight":
        return "0.8";
      case "enforcement":
        return "mandatory";
      case "minimum_lambda_coverage":
        return "8";
      case "receipt_retention_days":
        return "2190";
      case "quorum":
        return "2-of-2";
      case undefined:
        return items.shift() ?? "";
      default:
        return `What stands at ${key}, in words`;
    }
  };
}

describe.each(verticals)("the skeleton for %s", (vertical) => {
  const text = policySkeleton(vertical, "../schemas/vertical-policy.schema.json");
  const lines = text.split("\n");

  test("names the schema on its first line, as editors read it", () => {
    expect(lines[0]).toBe("# yaml-language-server: $schema=../schemas/vertical-policy.schema.json");
  });

  test("has a finding at the line of each blank, and no other", () => {
    const { findings } = checkPolicy(text, { nowMs });
    expect(blanks(lines).length).toBeGreaterThan(70);
    expect(findings.map(({ line }) => line)).toEqual(blanks(lines));
    expect(new Set(findings.map(({ message }) => / is empty; it must be /.test(message)))).toEqual(
      new Set([true]),
    );
  });

  test("has none once it is filled in", () => {
    const fill = filler(vertical);
    const filled = lines.map((line, index) => {
      if (!blanks(lines).includes(index + 1)) return line;
      return `${line} ${fill(blank.exec(line)?.[2])}`;
    });
    expect(checkPolicy(filled.join("\n"), { nowMs }).findings).toEqual([]);
  });
});

test("every field the schema describes is explained in its words", () => {
  const text = policySkeleton("energy", "x");
  const prose = text.replaceAll(/\n\s*# /g, " ");
  const descriptions: string[] = [];
  JSON.stringify(publishedSchema, (key, value: unknown) => {
    if (key === "description" && typeof value === "string") descriptions.push(value);
    return value;
  });
  const missing = descriptions.filter((description) => !prose.includes(description));
  // The descriptions of the document, a clause and a mapping are missing: their contents are explained instead.
  expect(missing).toHaveLength(3);
  expect(prose).toContain("at least one of NERC-CIP, FERC, DOE");
  expect(text.split("\n").every((line) => line.length <= 100)).toBe(true);
});
