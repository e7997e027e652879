import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { reviewPath } from "../../src/policy-files/beside-policy.ts";
import { addEntry } from "../../src/policy-files/review-folder.ts";
import { makeCliHome, runInProcess } from "../support/cli.ts";
import { gitPolicies } from "../support/policy/git-policies.ts";
import { entryOn } from "../support/policy/review-source.ts";
import { toYaml, validPolicy } from "../support/policy/valid-policy.ts";

const { home, remove } = makeCliHome();
afterAll(remove);

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(home, "policies-"));
  path = join(folder, "a.yaml");
  writeFileSync(path, toYaml(validPolicy()));
});

const cli = (...args: readonly string[]) => runInProcess(["policy", ...args], { home });
const report = (...args: readonly string[]) => cli("review", "export", ...args);

it("prints the report as Markdown, with decisions and receipts", async () => {
  const policy = validPolicy();
  policy.receipt_chain = { ...policy.receipt_chain, quorum: "1-of-2", nodes: ["auditor", "archive"] };
  writeFileSync(path, toYaml(policy));
  addEntry(reviewPath(path), entryOn(policy, 0, "flagged", { by: "bob", text: "needs counsel" }));
  await cli("keygen", "--node", "auditor", "--keys", join(folder, "keys"));
  const sealed = await cli("seal", path, "--yes", "--keys", join(folder, "keys"), "--format", "quiet");
  const { code, stdout, stderr } = await report(path, "--keys", join(folder, "keys"));
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("# Review of Clinical data handling\n");
  expect(stdout).toMatch(/⚑ flagged by bob, .* UTC<br>needs counsel\n/);
  expect(stdout).toContain(`receipt ${sealed.stdout.trim()}`);
  expect(stdout).toContain("1 valid signature (auditor), quorum 1-of-2");
  expect(stdout).toContain("| File | ");
});

it("says what was weakened since the seal, by clause and field, if git has the sealed version", async () => {
  const { folder: repository, write } = await gitPolicies({ "a.yaml": toYaml(validPolicy()) });
  const file = join(repository, "a.yaml");
  expect((await cli("seal", file, "--yes")).code).toBe(0);
  const weaker = validPolicy();
  weaker.regulatory_clauses[1]!.lambda_axes[0]!.weight = 0.5;
  write("a.yaml", toYaml(weaker));
  const change = "Since the last receipt: weakened: HC-164.301: Λ6 (Security) weight 0.9 → 0.5";
  expect((await report(file)).stdout).toContain(change);
  rmSync(join(repository, ".git"), { recursive: true });
  expect((await report(file)).stdout).toContain("Since the last receipt: clause HC-164.301 changed");
});

it("says what was weakened since HEAD or another revision, and names the file by its place in the repository", async () => {
  const { folder: repository, git, write, save } = await gitPolicies({ "eu/a.yaml": toYaml(validPolicy()) });
  const file = join(repository, "eu", "a.yaml");
  const first = (await git("rev-parse", "HEAD")).trim().slice(0, 7);
  const weaker = validPolicy();
  weaker.compliance_thresholds.receipt_retention_days = 730;
  write("eu/a.yaml", toYaml(weaker));
  const weakened = `weakened** receipt_retention_days ${validPolicy().compliance_thresholds.receipt_retention_days} → 730`;
  const since = await report(file);
  expect(since).toMatchObject({ code: 0, stderr: "" });
  expect(since.stdout).toContain(weakened);
  expect(since.stdout).toContain(`1 value weaker than in HEAD (${first})`);
  expect(since.stdout).toContain("| File | eu/a.yaml |\n");
  await save();
  const second = (await git("rev-parse", "HEAD")).trim().slice(0, 7);
  expect((await report(file)).stdout).toContain(`None: the policy is as in HEAD (${second}).`);
  const sinceFirst = await report(file, "--rev", "HEAD~1");
  expect(sinceFirst.stdout).toContain(weakened);
  expect(sinceFirst.stdout).toContain(`Changes since HEAD\\~1 (${first})\n`);

  write("eu/a.yaml", "a: [1");
  await save();
  write("eu/a.yaml", toYaml(weaker));
  write("eu/b.yaml", toYaml(weaker));
  expect((await report(file)).stdout).toMatch(/\n\nNot compared: HEAD has errors \(line 1: /);
  expect((await report(join(repository, "eu", "b.yaml"))).stdout).toMatch(
    /\n\nThe policy is new: HEAD \(\w{7}\) does not have it\.\n/,
  );
  rmSync(join(repository, ".git"), { recursive: true });
  const apart = await report(file);
  expect(apart.stdout).toContain("\n\nNot compared: it is not in a git repository.\n");
  expect(apart.stdout).toContain("| File | a.yaml |\n");
});

it("compares a renamed policy with its old path, and names it", async () => {
  const { folder: repository, git, write } = await gitPolicies({ "eu/a.yaml": toYaml(validPolicy()) });
  const head = (await git("rev-parse", "HEAD")).trim().slice(0, 7);
  mkdirSync(join(repository, "health"));
  await git("mv", "eu/a.yaml", "health/b.yaml");
  const file = join(repository, "health", "b.yaml");
  const since = `HEAD (${head}), renamed from eu/a.yaml`;
  const moved = await report(file);
  expect(moved.stdout).toContain("| File | health/b.yaml |\n");
  expect(moved.stdout).toContain(`\n## Changes since ${since}\n\nNone: the policy is as in ${since}.\n`);
  const weaker = validPolicy();
  weaker.regulatory_clauses[1]!.lambda_axes[0]!.weight = 0.5;
  write("health/b.yaml", toYaml(weaker));
  const page = (await report(file, "--format", "html")).stdout;
  expect(page).toContain(`<dd>1 value weaker than in ${since}</dd>`);
  expect(page).toContain("▼ weaker than in HEAD");
});

it("writes a page to a file, and does not replace it without --force", async () => {
  const file = join(folder, "reports", "a.html");
  expect(await report(path, "--format", "html", "-o", file)).toMatchObject({
    code: 0,
    stdout: "",
    stderr: "",
  });
  const page = readFileSync(file, "utf8");
  expect(page).toMatch(/^<!doctype html>/);
  expect(page).toContain("<h2>Decisions</h2>");
  const again = await report(path, "-o", file);
  expect(again).toMatchObject({ code: 1, stdout: "" });
  expect(again.stderr).toMatch(/^error: \S+ was not written \(it exists\)\. .*--force.*\n$/);
  expect(readFileSync(file, "utf8")).toBe(page);
  expect((await report(path, "-o", file, "--force")).code).toBe(0);
  expect(readFileSync(file, "utf8")).toMatch(/^# Review of /);
});

it("reports the readable parts of a policy with errors and of a damaged review, and exits with code 1", async () => {
  const { vertical: _, ...rest } = validPolicy();
  writeFileSync(path, toYaml(rest));
  const errors = await report(path);
  expect(errors.code).toBe(1);
  expect(errors.stdout).toContain("| Result | not valid, 1 error |");
  expect(errors.stderr).toContain("contains only the readable part: the policy has errors: line 1:");

  writeFileSync(path, toYaml(validPolicy()));
  addEntry(reviewPath(path), entryOn(validPolicy(), 0, "approved"));
  writeFileSync(join(reviewPath(path), "x.json"), "<<<<<<< HEAD\n");
  const damaged = await report(path);
  expect(damaged.code).toBe(1);
  expect(damaged.stdout).toContain("**A part of the review cannot be read:**");
  expect(damaged.stdout).toContain("✓ approved by ann");
  expect(damaged.stderr).toContain("a.yaml.review/x.json: line 1 has a conflict marker of git");
});

it("says in one line why there is no report", async () => {
  writeFileSync(path, "a: [1");
  const valid = join(folder, "valid.yaml");
  writeFileSync(valid, toYaml(validPolicy()));
  const { folder: repository } = await gitPolicies({ "a.yaml": toYaml(validPolicy()) });
  for (const [args, code, why] of [
    [[path], 1, /a\.yaml cannot be read \(line 1: /],
    [[join(folder, "none.yaml")], 1, /none\.yaml/],
    [["-"], 2, /from stdin cannot be exported/],
    [[path, "--format", "json"], 2, /markdown, html/],
    [[valid, "--rev", "v1"], 1, /cannot be compared with v1 \(it is not in a git repository\)/],
    [[join(repository, "a.yaml"), "--rev", "v1"], 1, /with v1 \(the repository has no such revision\)/],
  ] as const) {
    const failed = await report(...args, "-o", join(folder, "report.md"));
    expect(failed).toMatchObject({ code, stdout: "" });
    expect(failed.stderr).toMatch(why);
    expect(failed.stderr.trimEnd().split("\n")).toHaveLength(1);
  }
  expect(existsSync(join(folder, "report.md"))).toBe(false);
});
