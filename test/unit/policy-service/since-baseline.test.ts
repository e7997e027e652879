import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openPolicyService, type PolicyService } from "../../../src/policy-service/client.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { gitPolicies } from "../../support/policy/git-policies.ts";
import { changed, policyFolder, shippedPolicy } from "../../support/policy/policy-folder.ts";

const energy = shippedPolicy("energy");
const weaker = changed(energy, "receipt_retention_days: 1096", "receipt_retention_days: 400");

function startThread(): PolicyService {
  const data = { folder: tmpdir(), reviewFolder: null, keysDir: freshDataDir("keys") };
  const thread = openPolicyService(data);
  onTestFinished(() => thread.close());
  return thread;
}

it("the page of a policy has what changed since HEAD, and none after the commit", async () => {
  const { folder, write, save } = await gitPolicies({ "p.yaml": energy, "q.yaml": energy });
  const path = write("p.yaml", weaker);
  const thread = startThread();
  const before = await thread.scan(folder, "HEAD");
  expect(before.repositories).toEqual([join(folder, ".git")]);
  expect(await thread.check(path, null, "HEAD")).toMatchObject({
    summary: { sinceBaseline: { weakened: 1, strengthened: 0, changed: 0 }, baselineProblem: null },
    sinceBaseline: {
      changes: [{ text: "receipt_retention_days 1096 → 400", direction: "weakened" }],
      cells: [],
    },
  });
  await save();
  const after = await thread.scan(folder, "HEAD");
  const stampsOf = ({ files }: typeof after) => files.map(({ stamp }) => stamp);
  const [[p, q], [newP, newQ]] = [stampsOf(before), stampsOf(after)];
  // Only the committed document is checked again.
  expect([p === newP, q === newQ]).toEqual([false, true]);
  expect(await thread.check(path, null, "HEAD")).toMatchObject({
    summary: { sinceBaseline: { weakened: 0, strengthened: 0, changed: 0 } },
    sinceBaseline: { changes: [], removed: [] },
  });
});

it.each([
  [
    "a file that is new",
    async () => (await gitPolicies({ x: "" })).write("p.yaml", energy),
    "new",
    /^it is new: HEAD does not have it$/,
  ],
  [
    "an older version with errors",
    async () => (await gitPolicies({ "p.yaml": "vertical: x\n" })).write("p.yaml", energy),
    "unreadable",
    /^HEAD has errors \(line 1: /,
  ],
  [
    "an older version that is binary",
    async () => (await gitPolicies({ "p.yaml": Buffer.from([0xff, 0, 0xfe, 7]) })).write("p.yaml", energy),
    "unreadable",
    /^HEAD has errors \(line 1: byte 0 of the file/,
  ],
  [
    "errors now",
    async () => (await gitPolicies({ "p.yaml": energy })).write("p.yaml", "vertical: x\n"),
    "unreadable",
    /^it has errors \(line 1: /,
  ],
  [
    "no repository",
    async () => join(policyFolder({ "p.yaml": energy }), "p.yaml"),
    null,
    /^it is not in a git repository$/,
  ],
  [
    "a repository without commits",
    async () => (await gitPolicies({})).write("p.yaml", energy),
    "unreadable",
    /^the repository has no commits$/,
  ],
])("the page says why it has no changes: %s", async (_, make, baselineProblem, problem) => {
  const page = await startThread().check(await make(), null, "HEAD");
  expect(page).toMatchObject({
    summary: { sinceBaseline: null, baselineProblem },
    sinceBaseline: { problem: expect.stringMatching(problem) },
  });
});

it("the page and the list have what is weaker beside an error, and no changes of an error alone", async () => {
  const { folder, write } = await gitPolicies({ "p.yaml": energy, "q.yaml": energy });
  const typo = changed(weaker, "label: Security", "label: Securty");
  const paths = [
    write("p.yaml", changed(typo, "weight: 0.9", "weight: 0.1")),
    write("q.yaml", changed(energy, "label: Security", "label: Securty")),
  ];
  const thread = startThread();
  await thread.scan(folder, "HEAD");
  // A call answers as many as its time allows.
  const [first, second] = (await Promise.all(paths.map((path) => thread.summaries([path], "HEAD")))).flat();
  expect(first).toMatchObject({
    verdict: "errors",
    sinceBaseline: { weakened: 2, strengthened: 0 },
    baselineProblem: null,
    undecided: 2,
  });
  expect(first?.axes.map(({ sinceBaseline }) => sinceBaseline)).toContain("weakened");
  expect(second).toMatchObject({ sinceBaseline: null, baselineProblem: "unreadable" });
  expect(await thread.check(paths[0] ?? "", null, "HEAD")).toMatchObject({
    summary: { sinceBaseline: { weakened: 2 } },
    sinceBaseline: { notCompared: expect.stringMatching(/^it has errors \(line \d+: /) },
  });
});

it("a repository that disappears is noticed by the next scan", async () => {
  const { folder, write } = await gitPolicies({ "p.yaml": energy });
  const path = write("p.yaml", weaker);
  const thread = startThread();
  const before = await thread.scan(folder, "HEAD");
  rmSync(join(folder, ".git"), { recursive: true });
  const after = await thread.scan(folder, "HEAD");
  expect(after.files[0]?.stamp).not.toBe(before.files[0]?.stamp);
  expect(await thread.check(path, null, "HEAD")).toMatchObject({ sinceBaseline: { isApart: true } });
});

it("a renamed policy is compared with its old path, which is not deleted", async () => {
  const { folder, write, git } = await gitPolicies({
    "eu/old.yaml": energy,
    "gone.yaml": energy,
    "q.yaml": energy,
  });
  await git("mv", "eu/old.yaml", "eu/new.yaml");
  rmSync(join(folder, "gone.yaml"));
  const path = write("eu/new.yaml", weaker);
  const thread = startThread();
  const found = await thread.scan(folder, "HEAD");
  expect(found.deleted.map(({ name }) => name)).toEqual(["gone.yaml"]);
  expect(found.files.map(({ name }) => name).toSorted()).toEqual(["eu/new.yaml", "q.yaml"]);
  const [summary] = await thread.summaries([path], "HEAD");
  expect(summary).toMatchObject({
    renamedFrom: "old.yaml",
    sinceBaseline: { weakened: 1 },
    baselineProblem: null,
  });
  expect(await thread.check(path, null, "HEAD")).toMatchObject({
    sinceBaseline: { renamedFrom: "old.yaml", changes: [{ direction: "weakened" }] },
  });
  // The next rename is seen without a commit.
  await git("mv", "q.yaml", "r.yaml");
  expect((await thread.scan(folder, "HEAD")).deleted.map(({ name }) => name)).toEqual(["gone.yaml"]);
});

it("a policy whose comments alone differ has a mark of that", async () => {
  const { folder, write } = await gitPolicies({ "p.yaml": energy });
  const path = write("p.yaml", `# reviewed\n${energy}`);
  const thread = startThread();
  await thread.scan(folder, "HEAD");
  expect(await thread.check(path, null, "HEAD")).toMatchObject({
    summary: { isTextOnly: true, sinceBaseline: { weakened: 0, strengthened: 0, changed: 0 } },
  });
  write("p.yaml", energy);
  await thread.scan(folder, "HEAD");
  expect((await thread.check(path, null, "HEAD"))?.summary).not.toHaveProperty("isTextOnly");
});

it("another baseline than HEAD is compared with what was committed since, from the next call on", async () => {
  const { folder, write, save, git } = await gitPolicies({ "gone.yaml": energy, "p.yaml": energy });
  await git("tag", "v1.0");
  const path = write("p.yaml", weaker);
  rmSync(join(folder, "gone.yaml"));
  await save();
  let baseline = "HEAD";
  const thread = startThread();
  const before = await thread.scan(folder, baseline);
  expect(before.deleted).toEqual([]);
  expect(await thread.check(path, null, baseline)).toMatchObject({
    baseline: "HEAD",
    sinceBaseline: { changes: [] },
  });

  baseline = "v1.0";
  const after = await thread.scan(folder, baseline);
  expect(after.deleted.map(({ name }) => name)).toEqual(["gone.yaml"]);
  expect(after.files[0]?.stamp).not.toBe(before.files[0]?.stamp);
  const changes = [{ direction: "weakened", text: "receipt_retention_days 1096 → 400" }];
  expect(await thread.check(path, null, baseline)).toMatchObject({
    baseline,
    sinceBaseline: { changes },
    compared: { kind: "revision", name: "v1.0", diff: { changes } },
  });
  expect(await thread.check(path, { kind: "revision", name: "HEAD" }, baseline)).toMatchObject({
    sinceBaseline: { changes },
    compared: { name: "HEAD", diff: { changes: [] } },
  });
  expect(await thread.summaries([path], baseline)).toMatchObject([{ sinceBaseline: { weakened: 1 } }]);
  expect(await thread.tryWhatIf(path, [], null, baseline)).toMatchObject({
    page: { baseline, sinceBaseline: { changes } },
  });
  expect(await thread.deleted(join(folder, "gone.yaml"), baseline)).toMatchObject({
    baseline,
    sinceBaseline: { changes: [] },
  });
  expect(await thread.revisionProblem(folder, "v1.0")).toBeNull();
  expect(await thread.revisionProblem(folder, "v2.0")).toBe("the repository has no such revision");
});

it("a baseline that moves, as git fetch moves a branch of another repository, is noticed by the next scan", async () => {
  const { folder, write, save, git } = await gitPolicies({ "p.yaml": energy });
  const first = (await git("rev-parse", "HEAD")).trim();
  const path = write("p.yaml", weaker);
  await save();
  await git("update-ref", "refs/remotes/origin/main", "HEAD");
  const thread = startThread();
  const before = await thread.scan(folder, "origin/main");
  expect(await thread.check(path, null, "origin/main")).toMatchObject({ sinceBaseline: { changes: [] } });
  await git("update-ref", "refs/remotes/origin/main", first);
  const after = await thread.scan(folder, "origin/main");
  expect(after.files[0]?.stamp).not.toBe(before.files[0]?.stamp);
  expect(await thread.check(path, null, "origin/main")).toMatchObject({
    sinceBaseline: { counts: { weakened: 1 } },
  });
});
