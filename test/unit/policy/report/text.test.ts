import { describe, expect, test } from "vitest";
import { textReport } from "../../../../src/policy/report/text.ts";
import { policySkeleton } from "../../../../src/policy/skeleton/skeleton.ts";
import { lineWidth } from "../../../../src/text/line.ts";
import { visible } from "../../../../src/text/visible.ts";
import { displayWidth } from "../../../../src/text/width.ts";
import { hostileStrings } from "../../../support/hostile-text.ts";
import { checked } from "../../../support/policy/checked.ts";
import { schemaCases } from "../../../support/policy/schema-cases.ts";
import { validPolicy } from "../../../support/policy/valid-policy.ts";

function report(source: unknown, columns: number | null): string {
  return textReport(checked(source), columns)
    .map(({ spans }) => `${spans.map(({ text }) => text).join("")}\n`)
    .join("");
}

const misspelled = () => validPolicy({ vertical: "helthcare" as "healthcare" });

describe("a finding in the text report", () => {
  test("is one line where nothing limits it, with the hint behind the carets", () => {
    expect(report(misspelled(), null)).toBe(
      `policies/one.yaml:2:11  ✗ error  vertical is "helthcare"; it must be healthcare, financial, defense, aviation, automotive, pharmaceutical, energy, maritime, legaltech or academic  schema/enum
  1 │ schema_version: 1.0.0
  2 │ vertical: helthcare
    │           ^^^^^^^^^ did you mean "healthcare"?

`,
    );
  });

  test("is wrapped to a terminal of 80 columns", () => {
    expect(report(misspelled(), 80)).toBe(
      `policies/one.yaml:2:11  ✗ error  schema/enum
  vertical is "helthcare"; it must be healthcare, financial, defense, aviation,
  automotive, pharmaceutical, energy, maritime, legaltech or academic
  1 │ schema_version: 1.0.0
  2 │ vertical: helthcare
    │           ^^^^^^^^^ did you mean "healthcare"?

`,
    );
  });

  test("has its hint below where that has no room behind the carets", () => {
    expect(report(misspelled(), 30)).toContain('    │           ^^^^^^^^^\n  did you mean "healthcare"?\n');
  });

  test("says what the fix does only where that is safe", () => {
    const { regime, ...rest } = validPolicy();
    expect(report({ ...rest, Regime: regime }, 80)).toContain(
      '\n  hooklens policy fix: rename to "regime"\n',
    );
    expect(report(misspelled(), 80)).not.toContain("hooklens policy fix");
  });

  test("of a warning has a warning's sign", () => {
    expect(report(validPolicy({ schema_version: "1.1.0" }), 80)).toMatch(
      /^policies\/one\.yaml:1:17 {2}▲ warning {2}schema-version-mismatch\n/,
    );
  });

  test("marks wide characters, and a byte order mark moves nothing", () => {
    const text = report('\uFEFFschema_version: "漢字"\n', 80);
    expect(text).toContain('  1 │ schema_version: "漢字"\n    │                 ^^^^^^\n');
  });

  test.each([80, null])("of a minified document shows its place, in %s columns", (columns) => {
    const keys = Array.from({ length: 300 }, (_, index) => [`unknown-${index}`, "漢字🙂\t"] as const);
    const source = JSON.stringify({ ...validPolicy(), ...Object.fromEntries(keys) });
    const lines = report(source, columns).split("\n");
    const marks = lines.flatMap((one, index) => (one.includes("^") ? [index] : []));
    expect(marks).toHaveLength(keys.length);
    for (const [index, [key]] of keys.entries()) {
      const [found = "", carets = ""] = lines.slice((marks[index] ?? 0) - 1);
      expect(found).toMatch(/^ {2}1 │ …/);
      const before = found.slice(0, found.indexOf(`"${key}"`));
      expect(displayWidth(visible(before))).toBe(carets.indexOf("^"));
      expect(/\^+/.exec(carets)?.[0]).toHaveLength(key.length + 2);
    }
    expect(Math.max(...lines.map((one) => displayWidth(visible(one))))).toBeLessThanOrEqual(columns ?? 300);
  });

  test("of a text that is empty has no frame", () => {
    expect(report("", 80)).toBe(
      `policies/one.yaml:1:1  ✗ error  the text is empty  parse\n  a policy is expected here\n\n`,
    );
  });
});

test("the blank fields of a new document are one list with their lines, and other findings follow", () => {
  const text = policySkeleton("healthcare", "schema.json").replace(
    "vertical: healthcare",
    "vertical: health",
  );
  const { findings } = checked(text).check;
  const written = report(text, null);
  const blanks = findings.length - 1;
  expect(written).toMatch(
    new RegExp(`^policies/one\\.yaml:\\d+:\\d+  ✗ error  ${blanks} fields to fill in, by line:\n`),
  );
  const listed = (written.split("\n")[1] ?? "").trim().split(", ");
  expect(listed).toHaveLength(blanks);
  expect(listed.slice(0, 2)).toEqual([
    expect.stringMatching(/^\d+ regime$/),
    expect.stringMatching(/^\d+ effective_date$/),
  ]);
  expect(written.match(/✗ error/g)).toHaveLength(2);
  expect(written).toContain('vertical is "health"');
});

test("nothing is reported of a file without findings", () => {
  expect(report(validPolicy(), 80)).toBe("");
});

test.each([24, 40, 80, 132])(
  "no line of any finding is wider than %i columns, but for the place",
  (columns) => {
    const lines = schemaCases().flatMap(({ document }) => textReport(checked(document), columns));
    const wide = lines.filter((one) => lineWidth(one) > columns && one.spans[0]?.tone !== "strong");
    expect(lines.length).toBeGreaterThan(500);
    expect(wide).toEqual([]);
  },
);

test("hostile text in keys and values reaches no terminal as such", () => {
  for (const { text } of hostileStrings) {
    const written = report({ ...validPolicy(), vertical: text, [text]: text, meta: text }, null);
    expect(written).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  }
});
