import { join } from "node:path";
import { expect, it } from "vitest";
import { createUnmergedCommits } from "../../../../src/policy-files/git/unmerged-commits.ts";
import { gitPolicies } from "../../../support/policy/git-policies.ts";
import { policyFolder } from "../../../support/policy/policy-folder.ts";

it("counts the commits of a directory that are not on the main branch", async () => {
  const { folder, git, write, save } = await gitPolicies({ "eu/p.yaml": "a: 1\n", "us/p.yaml": "a: 1\n" });
  const unmerged = createUnmergedCommits();
  const eu = join(folder, "eu");
  expect(await unmerged(eu)).toBeNull();
  await git("checkout", "--quiet", "-b", "review");
  write("eu/p.yaml", "a: 2\n");
  await save();
  write("us/p.yaml", "a: 2\n");
  await save();
  expect(await unmerged(eu)).toEqual({ branch: "main", count: 1 });
  expect(await unmerged(folder)).toEqual({ branch: "main", count: 2 });
  // The branch of the remote comes first.
  await git("update-ref", "refs/remotes/origin/main", "HEAD~1");
  expect(await unmerged(folder)).toEqual({ branch: "origin/main", count: 1 });
  expect(await unmerged(eu)).toBeNull();
  await git("update-ref", "refs/remotes/origin/main", "HEAD");
  expect(await unmerged(folder)).toBeNull();
});

it("is nothing without a repository, a commit or a main branch", async () => {
  const unmerged = createUnmergedCommits();
  expect(await unmerged(policyFolder({ "p.yaml": "a: 1\n" }))).toBeNull();
  expect(await unmerged((await gitPolicies({})).folder)).toBeNull();
  const { folder, git } = await gitPolicies({ "p.yaml": "a: 1\n" });
  await git("branch", "--move", "main", "trunk");
  expect(await unmerged(folder)).toBeNull();
});
