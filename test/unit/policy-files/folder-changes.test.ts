import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readFolderChanges } from "../../../src/policy-files/folder-changes.ts";
import { isGitProblem } from "../../../src/policy-files/git/problem.ts";
import { gitPolicies } from "../../support/policy/git-policies.ts";
import { changed, shippedPolicy } from "../../support/policy/policy-folder.ts";

const policy = shippedPolicy("healthcare");
const weaker = changed(policy, "receipt_retention_days: 2192", "receipt_retention_days: 2000");

/** Compares a directory with HEAD: `KIND NAME`, with the problem. */
async function changesOf(folder: string): Promise<readonly string[]> {
  const difference = await readFolderChanges(folder, "HEAD");
  if (isGitProblem(difference)) throw new Error(difference.why);
  const name = (path: string | null) => (path ?? "").replace(/^.*\/policies\//, "");
  const differing = difference.changes.map((change) => {
    const { kind, weakened, problem } = change;
    const words = [weakened ? "weaker" : kind, name(change.new ?? change.old), problem];
    return words.filter((word) => word !== null).join(" ");
  });
  return [...differing, ...difference.sameWithErrors.map((path) => `same with errors ${name(path)}`)];
}

it("compares the policies behind links, and never takes a link for nothing to compare", async () => {
  const { folder, write, save } = await gitPolicies({ "docs/a.yaml": policy, "weak/a.yaml": weaker });
  const policies = join(folder, "policies");
  const link = (target: string) => {
    rmSync(join(policies, "vertical"), { force: true });
    symlinkSync(target, join(policies, "vertical"));
  };
  mkdirSync(policies);
  link("../docs");
  await save();
  expect(await changesOf(policies)).toEqual([]);
  write("docs/a.yaml", weaker);
  expect(await changesOf(policies)).toEqual(["weaker vertical/a.yaml"]);
  write("docs/a.yaml", policy);
  link("../weak");
  expect(await changesOf(policies)).toEqual(["weaker vertical/a.yaml"]);
  link("../gone");
  expect(await changesOf(policies)).toEqual([
    "weaker vertical/a.yaml",
    "unreadable vertical it is a broken link",
  ]);
  link("/etc");
  expect(await changesOf(policies)).toContain(`unreadable vertical it is a link that leads out of ${folder}`);
  rmSync(join(policies, "vertical"));
  expect(await changesOf(policies)).toEqual(["weaker vertical/a.yaml"]);
});

it("names the errors of new policies, and of those that are the same", async () => {
  const { folder, write } = await gitPolicies({ "policies/a.yaml": "regime: 1", "policies/b.yaml": policy });
  write("policies/new.yaml", "regime: 1");
  expect(await changesOf(join(folder, "policies"))).toEqual([
    expect.stringMatching(/^new new\.yaml it has errors \(line 1: /),
    "same with errors a.yaml",
  ]);
});

it("refuses a directory that never had a policy", async () => {
  const { folder } = await gitPolicies({ "a.yaml": policy });
  mkdirSync(join(folder, "empty"));
  await expect(changesOf(join(folder, "empty"))).rejects.toThrow(/there is no policy in .*empty/);
});

it("reports a policy that became a JSON Schema, which is not read, as deleted", async () => {
  const schema = '{ "$schema": "https://json-schema.org/draft/2020-12/schema" }';
  const { folder, write } = await gitPolicies({ "policies/a.json": "{}", "policies/schema.json": schema });
  write("policies/a.json", schema);
  write("policies/schema.json", schema.replace("}", ', "type": "object" }'));
  expect(await changesOf(join(folder, "policies"))).toEqual(["weaker a.json"]);
});
