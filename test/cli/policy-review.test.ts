import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { reviewPath } from "../../src/policy-files/beside-policy.ts";
import { addEntry } from "../../src/policy-files/review-folder.ts";
import type { ReviewEntry } from "../../src/policy/review/review-entry.ts";
import { reviewedClauses } from "../../src/policy/review/reviewed-clauses.ts";
import { makeCliHome, runInProcess } from "../support/cli.ts";
import { toYaml, validPolicy } from "../support/policy/valid-policy.ts";

const { home, remove } = makeCliHome();
afterAll(remove);

const review = (...args: readonly string[]) => runInProcess(["policy", "review", ...args], { home });

it("lists the review of each clause and of the general provisions, and fails until all are approved", async () => {
  const folder = mkdtempSync(join(home, "policies-"));
  const path = join(folder, "a.yaml");
  const policy = validPolicy();
  writeFileSync(path, toYaml(policy));
  const clauses = policy.regulatory_clauses;
  const [first, second] = clauses;
  let entries = 0;
  function say(by: string, index: number, kind: ReviewEntry["kind"], text = ""): void {
    const part = reviewedClauses(policy)[index];
    entries += 1;
    const id = `00000000-0000-4000-8000-${String(entries).padStart(12, "0")}`;
    const at = `2026-11-2${index % 3}T09:14:${String(entries).padStart(2, "0")}.000Z`;
    const entry = {
      id,
      kind,
      clauseId: part?.id ?? "",
      clauseHash: part?.hash ?? "",
      text,
      by,
      at,
      to: null,
    };
    addEntry(reviewPath(path), entry);
  }
  const untouched = await review("check", path);
  expect(untouched).toMatchObject({ code: 1, stderr: expect.stringContaining(`9 of 9 parts open`) });
  expect(untouched.stdout.split("\n")[0]).toMatch(/a\.yaml:\d+: \S+: not reviewed$/);

  for (const index of clauses.keys()) say("ann", index, "approved");
  const unseen = await review("check", folder);
  expect(unseen).toMatchObject({ code: 1, stderr: expect.stringContaining("1 of 9 parts open") });
  const row = toYaml(policy).split("\n").indexOf("compliance_thresholds:") + 1;
  expect(unseen.stdout).toBe(`${path}:${row}: General provisions: not reviewed\n`);
  say("ann", clauses.length, "approved");
  expect(await review("check", folder)).toMatchObject({ code: 0, stdout: "" });

  say("bob", 1, "flagged", "needs counsel");
  const disputed = await review("check", path, "--format", "json");
  expect(disputed.code).toBe(1);
  expect(JSON.parse(disputed.stdout)).toMatchObject([
    {
      file: path,
      problem: null,
      clauses: [
        {
          id: second?.clause_id,
          standing: "disagreement",
          need: "disagreement",
          verdicts: [
            { by: "ann", kind: "approved", edited: false },
            { by: "bob", kind: "flagged", text: "needs counsel" },
          ],
          openThreads: 1,
        },
      ],
    },
  ]);
  const listed = await review("ls", path);
  expect(listed.code).toBe(0);
  expect(listed.stdout).toMatch(/a\.yaml {2}8 of 9 approved/);
  expect(listed.stdout).toMatch(/≠ disagreement +ann ✓ 2026-11-21, bob ⚑ 2026-11-21 +1/);

  writeFileSync(
    path,
    toYaml({ ...policy, regulatory_clauses: [{ ...first, title: "Edited" }, ...clauses.slice(1)] }),
  );
  const edited = await review("check", path);
  expect(edited.stdout).not.toContain("General provisions");
  expect(edited.stdout).toContain(`${first?.clause_id}: ↺ edited since: ann ✓ 2026-11-20`);
  expect((await review("check", path, "--format", "quiet")).stdout).toBe(`${path}\n`);
});

it("fails if a policy or a part of its review cannot be read", async () => {
  const folder = mkdtempSync(join(home, "policies-"));
  writeFileSync(join(folder, "a.yaml"), toYaml(validPolicy()));
  mkdirSync(join(folder, "a.yaml.review"));
  writeFileSync(join(folder, "a.yaml.review", "x.json"), "<<<<<<< HEAD\n");
  const damaged = await review("ls", folder);
  expect(damaged.code).toBe(1);
  expect(damaged.stdout).toContain("✗ cannot be read: a.yaml.review/x.json");
  writeFileSync(join(folder, "a.yaml"), "a: [");
  expect(await review("check", folder)).toMatchObject({ code: 1 });
  const unreadable = await review("ls", folder);
  expect(unreadable.code).toBe(1);
  expect(unreadable.stdout).toMatch(/^\S+a\.yaml: ✗ cannot be read: line 1: [^\n]+\n$/);
  expect(await review("check", join(folder, "none.yaml"))).toMatchObject({ code: 1, stdout: "" });
});
