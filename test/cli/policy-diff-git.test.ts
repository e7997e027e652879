import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeCliHome, runInProcess } from "../support/cli.ts";
import { gitPolicies } from "../support/policy/git-policies.ts";
import { policyFolder } from "../support/policy/policy-folder.ts";
import { toYaml, validPolicy } from "../support/policy/valid-policy.ts";

const { home, remove } = makeCliHome();
afterAll(remove);

const valid = toYaml(validPolicy());

function weaker(): string {
  const policy = validPolicy();
  policy.regulatory_clauses[0]!.lambda_axes[0]!.weight = 0.7;
  policy.regulatory_clauses[1]!.lambda_axes[1]!.enforcement = "mandatory";
  return toYaml(policy);
}

const diff = (...args: readonly string[]) => runInProcess(["policy", "diff", ...args], { home });

describe("policy diff PATH", () => {
  it("compares with HEAD until the change is committed, then with another revision", async () => {
    const { write, save } = await gitPolicies({ "eu/p.yaml": valid });
    const path = write("eu/p.yaml", weaker());
    const text = `▼ weakened      HC-164.300: Λ3 (Privacy) weight 0.9 → 0.7
▲ strengthened  HC-164.301: Λ7 (Auditability) recommended → mandatory

2 changes: 1 weakened, 1 strengthened
`;
    expect(await diff(path)).toEqual({ code: 1, stdout: text, stderr: "", signal: null });
    await save();
    expect(await diff(path)).toMatchObject({ code: 0, stdout: "No changes.\n", stderr: "" });
    expect(await diff(path, "--rev", "HEAD~1")).toMatchObject({ code: 1, stdout: text });
    const json = await diff(path, "--rev=HEAD~1", "--format", "json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      old: `HEAD~1:${path}`,
      new: path,
      weakened: true,
      changes: [
        { kind: "weight", newPath: "/regulatory_clauses/0/lambda_axes/0/weight" },
        { kind: "enforcement" },
      ],
    });
    expect((await diff(path, "--rev=HEAD~1", "--format", "quiet")).stdout).toBe(
      "/regulatory_clauses/0/lambda_axes/0/weight\n/regulatory_clauses/1/lambda_axes/1/enforcement\n",
    );
  });

  it("lists what is weaker beside an error, says that the error is not compared, and exits with 1", async () => {
    const { write } = await gitPolicies({ "p.yaml": valid });
    const path = write("p.yaml", weaker().replace("label: Auditability", "label: Audit"));
    const { code, stdout, stderr } = await diff(path);
    expect(code).toBe(1);
    expect(stdout).toContain("▼ weakened      HC-164.300: Λ3 (Privacy) weight 0.9 → 0.7\n");
    expect(stdout).not.toContain("Audit →");
    expect(stderr).toMatch(
      /^\S+p\.yaml has errors \(line \d+: .*\), so values with errors are not compared\. Run hooklens policy check /,
    );
    // Nothing is weaker, but a value is not compared.
    const longer = valid.replace("receipt_retention_days: 2190", "receipt_retention_days: 4000");
    write("p.yaml", longer.replace("label: Privacy", "label: Priv"));
    expect(await diff(path)).toMatchObject({ code: 1, stdout: expect.stringContaining("▲ strengthened") });
  });

  it("weakens nothing if the policy is new", async () => {
    const { write } = await gitPolicies({ "other.yaml": valid });
    const path = write("p.yaml", valid);
    expect(await diff(path)).toMatchObject({ code: 0, stdout: `${path} is new: HEAD does not have it.\n` });
    expect(JSON.parse((await diff(path, "--format", "json")).stdout)).toEqual({
      old: null,
      new: path,
      weakened: false,
      changes: [],
    });
  });

  it("says on one line why there is no version to compare with", async () => {
    const { write, folder } = await gitPolicies({ "p.yaml": valid, "old.yaml": "vertical: x\n" });
    const path = join(folder, "p.yaml");
    const outside = join(policyFolder({ "p.yaml": valid }), "p.yaml");
    expect(await diff(outside)).toMatchObject({
      code: 1,
      stderr: `error: ${outside} cannot be compared with HEAD (it is not in a git repository). Give two files.\n`,
    });
    for (const revision of ["nowhere", "--output=x", "\u001b[31m", "a\nb"]) {
      const { code, stdout, stderr } = await diff(path, `--rev=${revision}`);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(
        /^error: .* cannot be compared with .* \(the repository has no such revision\)\. .*\n$/,
      );
      expect(stderr).not.toContain("\u001b");
    }
    symlinkSync("p.yaml", join(folder, "link.yaml"));
    const invalid = write("old.yaml", valid);
    expect((await diff(invalid)).stderr).toMatch(
      /^error: HEAD:.*old\.yaml has errors, so it cannot be compared/,
    );
    expect(await diff(join(folder, "none.yaml"))).toMatchObject({ code: 1, stdout: "" });
  });

  it("needs one policy, and a file", async () => {
    const { folder } = await gitPolicies({ "p.yaml": valid });
    const path = join(folder, "p.yaml");
    expect(await diff(path, path, "--rev", "HEAD")).toMatchObject({ code: 2 });
    expect(await diff("-")).toMatchObject({ code: 2 });
  });

  it("completes --rev with branches, tags and the commits of the policy", async () => {
    const { folder, write, save, git } = await gitPolicies({ "p.yaml": valid, "q.yaml": valid });
    await git("tag", "v1");
    await git("branch", "feature/x");
    const hashes = [await git("rev-parse", "--short", "HEAD")];
    write("p.yaml", weaker());
    await save();
    hashes.push(await git("rev-parse", "--short", "HEAD"));
    const words = ["policy", "diff", join(folder, "q.yaml"), "--rev", ""];
    const { stdout } = await runInProcess(["__complete", "--", ...words], { home });
    const names = stdout.split("\n").map((line) => line.split("\t")[0]);
    expect(names).toEqual(expect.arrayContaining(["main", "feature/x", "v1", hashes[0]]));
    expect(names).not.toContain(hashes[1]);
  });
});

describe("policy diff of a renamed policy", () => {
  it("compares with the old path", async () => {
    const { folder, write, git } = await gitPolicies({ "old.yaml": valid });
    await git("mv", "old.yaml", "new.yaml");
    const path = write("new.yaml", weaker());
    const { code, stdout } = await diff(path);
    expect(code).toBe(1);
    expect(stdout).toContain(`Renamed from HEAD:${join(folder, "old.yaml")}.\n▼ weakened      HC-164.300`);
    const json = await diff(path, "--format", "json");
    expect(JSON.parse(json.stdout)).toMatchObject({ old: `HEAD:${join(folder, "old.yaml")}`, new: path });
  });
});

describe("policy diff DIR", () => {
  it("lists the policies that differ, weakened ones first, and sums them up", async () => {
    const { folder, write, git } = await gitPolicies({
      "a-gone.yaml": "gone: true\n",
      "eu/old.yaml": valid,
      "same.yaml": valid,
      "text.yaml": valid,
      "weak.yaml": valid,
      "wrong.yaml": valid,
    });
    await git("tag", "v1.0");
    await git("mv", "eu/old.yaml", "eu/new.yaml");
    await git("rm", "--quiet", "a-gone.yaml");
    write("brand-new.yaml", `# another\n${valid}`);
    write("text.yaml", `# reviewed\n${valid}`);
    write("weak.yaml", weaker());
    write("wrong.yaml", "vertical: x\n");
    await git("commit", "--quiet", "--all", "--message", "release");
    const at = (name: string) => join(folder, name);
    const { code, stdout } = await diff(folder, "--rev", "v1.0");
    expect(code).toBe(1);
    const rows = stdout.split("\n").map((row) => row.replace(/ \(line 1: .*\)$/, " (…)"));
    expect(rows).toEqual([
      at("weak.yaml"),
      "  ▼ weakened      HC-164.300: Λ3 (Privacy) weight 0.9 → 0.7",
      "  ▲ strengthened  HC-164.301: Λ7 (Auditability) recommended → mandatory",
      "",
      `${at("a-gone.yaml")} is deleted`,
      expect.stringMatching(/wrong\.yaml cannot be compared: it has errors \(/),
      `${at("brand-new.yaml")} is new`,
      `${at("eu/new.yaml")}, renamed from v1.0:${at("eu/old.yaml")}`,
      `${at("text.yaml")}: only its text differs, no value`,
      "",
      "6 policies differ from v1.0: 1 weakened, 1 deleted, 1 renamed, 1 new, 1 text only, 1 not comparable; 2 changes: 1 weakened, 1 strengthened",
      "",
    ]);
    const json = JSON.parse((await diff(folder, "--rev=v1.0", "--format", "json")).stdout);
    expect(json).toMatchObject({
      revision: "v1.0",
      weakened: true,
      policies: [
        { old: `v1.0:${at("weak.yaml")}`, new: at("weak.yaml"), kind: "changed", weakened: true },
        { new: null, kind: "deleted", weakened: true, changes: [] },
        { kind: "unreadable" },
        { old: null, kind: "new" },
        { old: `v1.0:${at("eu/old.yaml")}`, new: at("eu/new.yaml"), kind: "renamed" },
        { kind: "text", weakened: false },
      ],
    });
    expect((await diff(folder, "--rev=v1.0", "--format", "quiet")).stdout.split("\n")[0]).toBe(
      at("weak.yaml"),
    );
  });

  it("lists what is weaker beside an error, says that the error is not compared, and exits with 1", async () => {
    const { folder, write } = await gitPolicies({ "p.yaml": valid, "q.yaml": valid });
    write("p.yaml", weaker().replace("label: Auditability", "label: Audit"));
    write(
      "q.yaml",
      valid
        .replace("receipt_retention_days: 2190", "receipt_retention_days: 4000")
        .replace("label: Privacy", "label: Priv"),
    );
    const { code, stdout, stderr } = await diff(folder);
    expect(code).toBe(1);
    expect(stdout).toContain("p.yaml\n  ▼ weakened      HC-164.300: Λ3 (Privacy) weight 0.9 → 0.7\n");
    expect(stdout).toContain(
      "2 policies differ from HEAD: 1 weakened; 3 changes: 1 weakened, 2 strengthened\n",
    );
    const notes = stderr.trim().split("\n");
    expect(notes).toHaveLength(2);
    for (const note of notes)
      expect(note).toMatch(
        /[pq]\.yaml: values with errors are not compared, because it has errors \(line \d+: /,
      );
    const json = JSON.parse((await diff(folder, "--format", "json")).stdout);
    expect(json.policies).toMatchObject([
      { kind: "changed", weakened: true, problem: expect.stringContaining("it has errors") },
      { kind: "changed", weakened: false, problem: expect.stringContaining("it has errors") },
    ]);
    write("p.yaml", valid);
    expect(await diff(folder)).toMatchObject({ code: 1 });
  });

  it("exits with 0 if nothing is weaker, and says what a directory cannot be compared with", async () => {
    const { folder, write } = await gitPolicies({ "p.yaml": valid });
    expect(await diff(folder)).toMatchObject({ code: 0, stdout: "No changes.\n" });
    write("q.yaml", valid);
    expect(await diff(folder)).toMatchObject({
      code: 0,
      stdout: `${join(folder, "q.yaml")} is new\n\n1 policy differs from HEAD: 1 new\n`,
    });
    expect(await diff(folder, "--rev", "nowhere")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: `error: ${folder} cannot be compared with nowhere (the repository has no such revision). Check its name; a shallow clone needs git fetch --unshallow.\n`,
    });
    const outside = policyFolder({ "p.yaml": valid });
    expect((await diff(outside)).stderr).toMatch(
      /cannot be compared with HEAD \(it is not in a git repository\)/,
    );
  });
});
