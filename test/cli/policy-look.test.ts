import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { makeCliHome, runInProcess } from "../support/cli.ts";
import { hostileStrings } from "../support/hostile-text.ts";
import { toJson, toYaml, validPolicy } from "../support/policy/valid-policy.ts";
import { programFile } from "../support/program.ts";
import { openScreen } from "../support/screen/open-screen.ts";

const { home, remove } = makeCliHome();
afterAll(remove);

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(home, "policies-"));
});

function put(document: unknown, file = "a.yaml"): string {
  const path = join(folder, file);
  const text = typeof document === "string" ? document : (file.endsWith(".json") ? toJson : toYaml)(document);
  writeFileSync(path, text);
  return path;
}

function policy(...args: readonly string[]) {
  return runInProcess(["policy", ...args], { home });
}

/** Creates a policy with two schema errors, of which all other parts are readable. */
function refused(): unknown {
  const { vertical: _, ...rest } = validPolicy();
  rest.regulatory_clauses[0]!.lambda_axes[0]!.weight = 3;
  return rest;
}

describe("policy show", () => {
  it("says what a policy is, demands and covers", async () => {
    const { code, stdout, stderr } = await policy("show", put(validPolicy()));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const line of [
      "Clinical data handling",
      "effective_date  2025-07-01",
      "10 of 10 axes, minimum 10, slack 0",
      "✓ Λ3 Privacy: enforced by HC-164.300 alone, mapped by HC-164.300, HC-164.307",
      "receipt_retention_days   2190",
      "quorum     3-of-5",
      "nodes      covered-entity, business-associate, auditor, regulator, archive",
    ]) {
      expect(stdout.split("\n")).toContain(line);
    }
    expect(stdout).toMatch(/^HC-164\.301 +●Λ6 0\.9 ◐Λ7 0\.5 +Clause number 2 +45 CFR 164\.301$/m);
  });

  it("gives a program the document as it was read, and its coverage", async () => {
    const path = put(validPolicy());
    const { stdout } = await policy("show", path, "--format", "json");
    expect(JSON.parse(stdout)).toMatchObject({
      file: path,
      schemaValid: true,
      valid: true,
      document: validPolicy(),
      coverage: { minimum: 10, slack: 0, mandatory: [{ axis: "Λ3" }, { axis: "Λ6" }, { axis: "Λ7" }] },
    });
    expect((await policy("show", path, "--format", "quiet")).stdout.split("\n")).toHaveLength(9);
  });

  it("shows the readable parts of a policy that does not match the schema, with a note, and exits with code 1", async () => {
    const { code, stdout, stderr } = await policy("show", put(refused()));
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /a\.yaml has errors \(line 1: the document has no "vertical", .*; and 1 more error\)/,
    );
    expect(stdout).toContain("✓ Λ3 Privacy: enforced by");
    expect(stdout).toContain("●Λ3 3 ◐Λ6 0.5");
  });

  it("says in one line why a text cannot be read", async () => {
    const { code, stdout, stderr } = await policy("show", put("a: [1"));
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^error: \S+a\.yaml cannot be read \(line 1: [^\n]+\n$/);
    expect((await policy("show", join(folder, "no.yaml"))).stderr).toMatch(
      /^error: \S+no\.yaml cannot be read \(ENOENT\)\./,
    );
  });

  it("shows hostile text of every field as text", async () => {
    const text = hostileStrings.map((one) => one.text.toWellFormed()).join(" ");
    const hostile = validPolicy({ regime: text, jurisdiction: text });
    hostile.meta.title = text;
    hostile.regulatory_clauses[0]!.title = text;
    hostile.receipt_chain.nodes = [text, text];
    const path = put({ ...hostile, meta: { ...hostile.meta, [text]: text } }, "a.json");
    for (const command of ["show", "matrix"]) {
      const { stdout, stderr } = await policy(command, path);
      expect(stdout + stderr).not.toMatch(
        /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
      );
    }
  });
});

describe("policy matrix", () => {
  it("draws clauses by axes, with shade and glyph, mandatory marks and coverage", async () => {
    const { code, stdout, stderr } = await policy("matrix", put(validPolicy()));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`CLAUSE      TITLE            Λ1  Λ2  Λ3!  Λ4  Λ5  Λ6!  Λ7!  Λ8  Λ9  Λ10
HC-164.300  Clause number 1  ·   ·   █●   ·   ·   ▒◐   ·    ·   ·   ·
HC-164.301  Clause number 2  ·   ·   ·    ·   ·   █●   ▒◐   ·   ·   ·
HC-164.302  Clause number 3  █●  ·   ·    ·   ·   ·    ·    ·   ▒◐  ·
HC-164.303  Clause number 4  ·   █●  ·    ·   ·   ·    ·    ·   ·   ·
HC-164.304  Clause number 5  ·   ·   ·    █●  ·   ·    ·    ·   ·   ·
HC-164.305  Clause number 6  ·   ·   ·    ·   █●  ·    ·    ▒◐  ·   ·
HC-164.306  Clause number 7  ·   ▒◐  ·    ·   ·   ·    █●   ·   ·   ·
HC-164.307  Clause number 8  ·   ·   ▒◐   ·   ·   ·    ·    ·   ·   █●
coverage                     1   2   2    1   1   2    2    1   1   1

Coverage: 10 of 10 axes, minimum 10, slack 0
● mandatory  ◐ recommended  ○ informational
░ ▒ ▓ █ weight, a quarter each  ! mandatory axis  ¹ mapped by one clause only
${["Λ1 Transparency", "Λ2 Accountability", "Λ3 Privacy", "Λ4 Fairness", "Λ5 Safety", "Λ6 Security", "Λ7 Auditability", "Λ8 Robustness", "Λ9 Explainability", "Λ10 Sovereignty"].map((name) => name.replace(" ", "\u00A0")).join("  ")}
`);
  });

  it.each([80, 60])("fits a terminal of %i columns", async (columns) => {
    const long = validPolicy();
    long.regulatory_clauses[0]!.clause_id = `HC-${"1".repeat(60)}`;
    long.regulatory_clauses[1]!.title = "A title that is far too long for a terminal ".repeat(5);
    const args = ["policy", "matrix", put(long), "--no-color"];
    const screen = await openScreen(["node", programFile(), ...args], { columns, rows: 24 });
    expect(await screen.exit).toEqual({ code: 0, signal: null });
    const lines = screen.text().split("\n");
    expect(lines.filter((line) => /^HC-164\.30\d/.test(line))).toHaveLength(7);
    expect(screen.text()).toContain("Λ10\u00A0Sovereignty");
    // A line that is too wide would continue on a line of its own.
    expect(lines.slice(0, 10).every((line) => /^(?:CLAUSE|HC-|coverage)/.test(line))).toBe(true);
  });

  it("colors on a terminal, and not in a pipe", async () => {
    const path = put(validPolicy());
    const screen = await openScreen(["node", programFile(), "policy", "matrix", path]);
    await screen.exit;
    expect(screen.raw).toContain("\u001b[1m█●");
    expect((await policy("matrix", path)).stdout).not.toContain("\u001b");
  });

  it("is written as JSON, CSV, Markdown and HTML, to stdout or a file", async () => {
    const path = put(validPolicy());
    const json = JSON.parse((await policy("matrix", path, "--format", "json")).stdout) as unknown;
    expect(json).toMatchObject({
      file: path,
      axes: [
        { axis: "Λ1", mandatory: false, clauses: 1 },
        {},
        { axis: "Λ3", mandatory: true },
        {},
        {},
        {},
        {},
        {},
        {},
        {},
      ],
      clauses: [
        { clause_id: "HC-164.300", cells: [{ axis: "Λ3", weight: 0.9, enforcement: "mandatory" }, {}] },
        {},
        {},
        {},
        {},
        {},
        {},
        {},
      ],
      coverage: { slack: 0 },
    });
    expect((await policy("matrix", path, "--format", "csv")).stdout.split("\r\n")).toHaveLength(10);
    expect((await policy("matrix", path, "--format", "md")).stdout).toMatch(/^\| Clause \| Title \|/);
    const file = join(folder, "out", "matrix.html");
    const written = await policy("matrix", path, "--format", "html", "-o", file);
    expect(written).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(readFileSync(file, "utf8")).toMatch(/^<!doctype html>/);
    const again = await policy("matrix", path, "-o", file);
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toMatch(/^error: \S+matrix\.html was not written \(it exists\)\. .*--force/);
    expect(await policy("matrix", path, "-o", file, "--force")).toMatchObject({ code: 0 });
    expect(readFileSync(file, "utf8")).toMatch(/^CLAUSE +TITLE /);
    expect(await policy("matrix", path, "--format", "xml")).toMatchObject({ code: 2 });
  });

  it("draws what can be read of one the schema refuses, and ends with 1", async () => {
    const { code, stdout, stderr } = await policy("matrix", put(refused()));
    expect(code).toBe(1);
    expect(stderr).toContain("has errors (line 1:");
    expect(stdout).toMatch(/^HC-164\.300 .*█●/m);
  });
});

describe("policy diff", () => {
  const changed = () => {
    const after = validPolicy();
    after.regulatory_clauses[0]!.lambda_axes[0]!.weight = 0.7;
    after.regulatory_clauses[1]!.lambda_axes[1]!.enforcement = "mandatory";
    after.compliance_thresholds.receipt_retention_days = 365;
    after.meta.title = "Clinical data handling, again";
    return after;
  };

  it("prints each change with its direction, and exits with code 1 if anything is weaker", async () => {
    const { code, stdout, stderr } = await policy("diff", put(validPolicy()), put(changed(), "b.json"));
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toBe(`= changed       meta.title "Clinical data handling" → "Clinical data handling, again"
▼ weakened      HC-164.300: Λ3 (Privacy) weight 0.9 → 0.7
▲ strengthened  HC-164.301: Λ7 (Auditability) recommended → mandatory
▼ weakened      receipt_retention_days 2190 → 365

4 changes: 2 weakened, 1 strengthened, 1 changed
`);
  });

  it("ends with 0 when nothing is weaker, and says when nothing changed", async () => {
    const before = validPolicy();
    before.compliance_thresholds.receipt_retention_days = 400;
    expect(await policy("diff", put(before), put(validPolicy(), "b.yaml"))).toMatchObject({ code: 0 });
    expect(await policy("diff", put(validPolicy()), put(validPolicy(), "b.json"))).toMatchObject({
      code: 0,
      stdout: "No changes.\n",
    });
  });

  it("takes either of the two from stdin, and gives a program the pointers", async () => {
    const old = put(validPolicy());
    const input = toYaml(changed());
    const { code, stdout } = await runInProcess(["policy", "diff", old, "-", "--format", "json"], {
      home,
      input,
    });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      old,
      new: "<stdin>",
      weakened: true,
      changes: [
        { kind: "meta" },
        { kind: "weight", direction: "weakened", newPath: "/regulatory_clauses/0/lambda_axes/0/weight" },
        { kind: "enforcement" },
        { kind: "threshold" },
      ],
    });
    const back = await runInProcess(["policy", "diff", "-", old], { home, input });
    expect(back.stdout).toContain("▲ strengthened  receipt_retention_days 365 → 2190");
    expect(await runInProcess(["policy", "diff", "-", "-"], { home, input })).toMatchObject({ code: 2 });
  });

  it("compares files of different verticals by axis, with a note", async () => {
    const other = validPolicy({ vertical: "financial" });
    for (const clause of other.regulatory_clauses) clause.clause_id = clause.clause_id.replace("HC", "FIN");
    other.compliance_thresholds.mandatory_axes.push("Λ1");
    const { code, stdout, stderr } = await policy("diff", put(validPolicy()), put(other, "b.yaml"));
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: "▲ strengthened  Λ1 (Transparency) is mandatory now\n\n1 change: 1 strengthened\n",
    });
    expect(stderr).toContain("The policies are of different verticals: compared by axis.");
  });

  it("compares a policy that breaks a rule, with a note", async () => {
    const after = validPolicy();
    for (const clause of after.regulatory_clauses) {
      for (const mapping of clause.lambda_axes) mapping.enforcement = "recommended";
    }
    const { code, stdout, stderr } = await policy("diff", put(validPolicy()), put(after, "b.yaml"));
    expect(code).toBe(1);
    expect(stdout).toContain("▼ weakened      HC-164.300: Λ3 (Privacy) mandatory → recommended\n");
    expect(stderr).toMatch(
      /^\S+b\.yaml violates the rules \(line \d+: Λ3 .* is mandatory, .*\)\. Run hooklens policy check \S+b\.yaml for/,
    );
  });

  it("compares no policy whose values all have errors or are the same", async () => {
    const { code, stdout, stderr } = await policy("diff", put(validPolicy()), put(refused(), "b.yaml"));
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /^error: \S+b\.yaml has errors, so it cannot be compared \(line 1: .*; and 1 more error\)\./,
    );
  });
});
