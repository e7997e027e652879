import { expect, test } from "vitest";
import { checked } from "../../support/policy/checked.ts";
import { toYaml, validPolicy } from "../../support/policy/valid-policy.ts";

/** Returns the warnings of a policy with this jurisdiction in YAML of a version: `LINE:COLUMN MESSAGE`. */
function warnings(jurisdiction: string, head: string): readonly string[] {
  const text = toYaml({ ...validPolicy(), jurisdiction: "X" })
    .replace(/^jurisdiction: .*$/m, `jurisdiction: ${jurisdiction}`)
    .replace(
      /^effective_date: (.*)$/m,
      (_, day: string) => `effective_date: "${day.replaceAll(/["']/g, "")}"`,
    );
  return checked(`${head}${text}`)
    .check.findings.filter(({ rule }) => rule === "yaml-1.1-value")
    .map(({ severity, message }) => `${severity} ${message}`);
}

const declared = "%YAML 1.1\n---\n";

test.each([
  ["NO", "false"],
  ["yes", "true"],
  ["On", "true"],
  ["017", "an octal number"],
  ["0o17", "text"],
  ["1e3", "text"],
  ["1:20", "a number of base 60"],
  ["1_000", "a number"],
  ["0b11", "a binary number"],
  ["2026-07-01", "a date"],
  ["2026-07-01T10:00:00Z", "a date"],
])("%s is a warning where the document declares YAML 1.1, because it is %s there", (written, reading) => {
  expect(warnings(written, declared)).toEqual([
    `warning "${written}" is ${reading} in YAML 1.1, which the document declares`,
  ]);
  expect(warnings(written, "%YAML 1.2\n---\n")).toEqual([]);
  expect(warnings(written, "")).toEqual([]);
  expect(warnings(`"${written}"`, declared)).toEqual([]);
});

test.each(["true", "null", "0", "12", "1.5", "-3", "0x1F", "1.0e+3", "Norway", "United States", "1.0.0"])(
  "%s is the same in both versions",
  (written) => {
    expect(warnings(written, declared)).toEqual([]);
  },
);

test("a key is a value too, with its own place, and a comment is no directive", () => {
  const text = `${declared}{ a: [on, 'on'], no: 1 }\n`;
  const found = checked(text).check.findings.filter(({ rule }) => rule === "yaml-1.1-value");
  expect(found.map(({ path, line, column }) => [path, line, column])).toEqual([
    ["/a/0", 3, 7],
    ["/no", 3, 18],
  ]);
  expect(warnings("NO", "# %YAML 1.1\n")).toEqual([]);
});
