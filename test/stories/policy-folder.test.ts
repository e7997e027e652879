import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { reviewPath } from "../../src/policy-files/beside-policy.ts";
import { makeKey } from "../../src/policy-files/keys.ts";
import { addEntry } from "../../src/policy-files/review-folder.ts";
import { checkPolicy } from "../../src/policy/check.ts";
import { clauseHash } from "../../src/policy/review/reviewed-clauses.ts";
import { sharedEngine } from "../support/app/shared-engine.ts";
import { runInProcess } from "../support/cli.ts";
import { gitPolicies } from "../support/policy/git-policies.ts";
import { policyApps } from "../support/policy/policy-apps.ts";
import { changed, shippedPolicy } from "../support/policy/policy-folder.ts";
import { reviewEntry } from "../support/policy/review-entries.ts";
import type { Screen } from "../support/screen/screen.ts";

const { openOn, openPolicyFolder } = policyApps(sharedEngine());

const healthcare = shippedPolicy("healthcare");
const weaker = changed(healthcare, "receipt_retention_days: 2192", "receipt_retention_days: 400");

/** Sorts the list by the column that typing selects in the chooser. */
async function sortBy(screen: Screen, column: string): Promise<void> {
  screen.press("s");
  await screen.waitFor("┌ Sort by");
  screen.type(column);
  await screen.waitFor(new RegExp(`❯ ${column} `));
  screen.press("enter");
  await screen.waitUntil((now) => !now.text().includes("┌ Sort by"));
}

it("tells a reviewer what needs attention in a directory, and why", async () => {
  const { folder, write, save } = await gitPolicies({
    "energy.yaml": shippedPolicy("energy"),
    "eu/finance.yaml": shippedPolicy("financial"),
    "health.yaml": healthcare,
  });
  const { screen } = await openOn(folder, { columns: 120, rows: 40 });
  await runInProcess(["policy", "seal", join(folder, "health.yaml"), "--yes"], { home: screen.home });
  await save();
  screen.press("3");

  // The most urgent first; the selected one is below the list.
  await screen.waitFor("seal unsigned");
  await screen.waitUntil((now) => now.row(/health\.yaml/) < now.row(/energy\.yaml/));
  screen.press("g", "g");
  await screen.waitFor(/❯ ▲ health\.yaml +seal unsigned .*▲ unsigned/);
  await screen.waitFor(/─ health\.yaml · HIPAA/);
  screen.press("j");
  await screen.waitFor(/❯ · energy\.yaml +12 to review .*8, needs 6 +0\.9 Λ5 0\/12/);
  await screen.waitFor(/─ energy\.yaml · NERC-CIP/);
  await screen.waitFor(/eu\/finance\.yaml +13 to review/);
  expect(screen.row(/health\.yaml/)).toBeLessThan(screen.row(/energy\.yaml/));
  expect(screen.row(/energy\.yaml/)).toBeLessThan(screen.row(/eu\/finance\.yaml/));
  expect(screen.text()).not.toContain("HEAD ┃");

  // Another editor weakens one, breaks one and adds one.
  write("health.yaml", weaker);
  write("new.yaml", healthcare);
  await screen.waitFor(/▼ health\.yaml +▼ 1 weaker .*↺ changed +▼1/);
  await screen.waitFor(/new\.yaml .* new/);
  write("eu/finance.yaml", changed(shippedPolicy("financial"), "label: Auditability", "label: Security"));
  await screen.waitFor(/✗ eu\/finance\.yaml +[1-9]\d* errors? .*[1-9]\d* ✗/);
  // The order follows the checks.
  await screen.waitUntil((now) => now.row(/eu\/finance\.yaml/) < now.row(/health\.yaml/));
  expect(screen.line(0)).toContain("[3 Policies 1✗]");
  screen.press("g", "g");
  await screen.waitFor(/─ eu\/finance\.yaml/);
  await screen.waitFor(/✗ [1-9]\d* errors?/);

  // A sorted column, the heat map, the groups and a filter.
  await sortBy(screen, "policy");
  await screen.waitFor(/policy▲/);
  screen.press("v");
  await screen.waitFor(/policy▲ +Λ1 +Λ2/);
  screen.press("v", "m", "g");
  await screen.waitFor(/▾ eu\/ {2}1 policy {2}1 ✗/);
  screen.press("m", "g", "/");
  screen.type("new");
  await screen.waitFor("1 of 4");
  await screen.waitFor(/─ new\.yaml · HIPAA/);
  screen.press("esc");
  await screen.waitFor(/eu\/finance\.yaml/);

  // A deleted one leaves, and stays as a row if HEAD has it; a corrupted one says why.
  rmSync(join(folder, "new.yaml"));
  await screen.waitUntil((now) => !now.text().includes("new.yaml"));
  rmSync(join(folder, "eu", "finance.yaml"));
  await screen.waitFor(/− eu\/finance\.yaml +deleted/);
  await screen.waitFor("2 policies, 1 deleted");
  writeFileSync(join(folder, "energy.yaml"), "regime: [");
  await screen.waitFor(/✗ energy\.yaml .*unreadable/);
});

it("keeps the selected policy on its line when checked ones come before it", async () => {
  const names = Array.from({ length: 30 }, (_, index) => `p${index + 10}.yaml`);
  const { folder, write } = await gitPolicies(Object.fromEntries(names.map((name) => [name, healthcare])));
  const { screen } = await openPolicyFolder(folder, { columns: 120, rows: 40 });
  await screen.waitFor(/❯ · p10\.yaml/);
  screen.press("G");
  await screen.waitFor(/❯ · p39\.yaml/);
  screen.press("k", "k");
  await screen.waitFor(/❯ · p37\.yaml/);
  await screen.waitFor(/─ p37\.yaml · HIPAA/);
  const line = screen.row(/❯ · p37\.yaml/);
  const [, from, to] = /(\d+)-(\d+) of 30/.exec(screen.text()) ?? [];

  // One rename adds all three, so that they are checked together.
  for (const name of ["a", "b", "c"]) write(`.new/${name}.yaml`, "regime: [");
  renameSync(join(folder, ".new"), join(folder, "new"));
  await screen.waitFor(`${Number(from) + 3}-${Number(to) + 3} of 33`);
  expect(screen.row(/❯ · p37\.yaml/)).toBe(line);
  screen.press("g", "g");
  await screen.waitFor(/❯ ✗ new\/a\.yaml +unreadable/);
});

it("says first what is most urgent: errors, what is deleted, weaker, flagged, and a broken seal", async () => {
  const files = ["broken", "flag", "gone", "sealed", "weak", "wrong"].map((name) => [
    `${name}.yaml`,
    healthcare,
  ]);
  const { folder, write, save } = await gitPolicies(Object.fromEntries(files));
  const at = (name: string) => join(folder, name);
  const { screen } = await openOn(folder, { columns: 200, rows: 50 });
  for (const node of ["privacy-officer", "security-officer"]) {
    makeKey(join(screen.home, ".config", "hooklens", "keys"), node, { replace: false });
  }
  for (const name of ["broken.yaml", "sealed.yaml"]) {
    expect((await runInProcess(["policy", "seal", at(name), "--yes"], { home: screen.home })).code).toBe(0);
  }
  const receipts = at("broken.yaml.receipts.jsonl");
  writeFileSync(receipts, readFileSync(receipts, "utf8").replace(/"root":"./, '"root":"z'));
  const [clause] = checkPolicy(healthcare).policy?.regulatory_clauses ?? [];
  if (clause === undefined) throw new Error("the policy has no clause");
  const about = { clauseId: clause.clause_id, clauseHash: clauseHash(clause) ?? "" };
  addEntry(reviewPath(at("flag.yaml")), reviewEntry("flagged", about));
  await save();
  write("weak.yaml", weaker);
  write("wrong.yaml", changed(healthcare, "label: Robustness", "label: Security"));
  rmSync(at("gone.yaml"));
  screen.press("3");

  await screen.waitFor("5 policies, 1 deleted");
  await screen.waitFor(/sealed\.yaml .*✓ sealed/);
  await screen.waitFor(/✗ wrong\.yaml +1 error /);
  await screen.waitUntil((now) => now.row(/wrong\.yaml/) < now.row(/broken\.yaml/));
  screen.press("g", "g");
  const order = [
    /❯ ✗ wrong\.yaml +1 error /,
    / {2}− gone\.yaml +deleted .* deleted/,
    / {2}▼ weak\.yaml +▼ 1 weaker .* ▼1/,
    / {2}⚑ flag\.yaml +⚑ 1 flagged .*⚑ 0\/13/,
    / {2}✗ broken\.yaml +seal broken .*✗ broken/,
    / {2}· sealed\.yaml +13 to review .*✓ sealed/,
  ];
  for (const row of order) await screen.waitFor(row);
  const rows = order.map((row) => screen.row(row));
  expect(rows).toEqual(rows.toSorted((one, other) => one - other));
  // A wide window has all columns above the policy.
  await screen.waitFor(/needs you▲ +errors +coverage +strength +approved +seal +HEAD +regime/);
  await screen.waitFor(/─ wrong\.yaml · HIPAA/);
  await screen.waitFor(/\[Findings 1\].*─ State/);

  // The deleted one is shown as it is in HEAD, says how to get it back, and no act reaches it.
  screen.press("j");
  await screen.waitFor(/─ gone\.yaml · deleted since HEAD · HIPAA/);
  await screen.waitFor(/HIPAA-164\.308a1A Risk analysis/);
  screen.press("enter");
  await screen.waitFor("Deleted since HEAD; git checkout HEAD -- gone.yaml restores it");
  for (const keys of [["a"], ["+"], ["m", "s"]]) {
    screen.press("tab", ...keys);
    // Its line in the document has no period.
    await screen.waitFor("▲ Deleted since HEAD; git checkout HEAD -- gone.yaml restores it.");
    screen.press("esc", "esc");
    await screen.waitFor("5 policies, 1 deleted");
  }
  screen.press("j", "enter");
  await screen.waitFor("Esc back");
  screen.press("esc");

  // States and words filter together, with completion.
  screen.press("/");
  screen.type("is:we");
  await screen.waitFor(/weakened {2}weaker than in HEAD/);
  screen.press("tab");
  await screen.waitFor("1 of 6");
  expect(screen.text()).not.toContain("flag.yaml");
  screen.type("x");
  await screen.waitFor("is:weakenedx is unknown (is: takes error warning weakened changed flagged open");
  screen.press("esc", "/");
  screen.type("g -is:deleted is:open");
  await screen.waitFor("2 of 6");
  expect(screen.text()).not.toContain("gone.yaml");
  screen.press("esc");

  // The heat map sorts by its axes, and the list keeps its own order.
  await screen.waitFor(/sealed\.yaml/);
  screen.press("v");
  await screen.waitFor(/policy +Λ1 /);
  await sortBy(screen, "strength");
  await screen.waitFor(/policy +Λ1 .* strength▲/);
  await sortBy(screen, "Λ8");
  await screen.waitFor(/Λ7 +Λ8▲ +Λ9/);
  // A policy opens at the axis that the map is sorted by, also one that is not loaded yet.
  screen.press("G", "k", "enter");
  await screen.waitFor(/\[Λ8[!]?\]/);
  await screen.waitFor(/│ Λ8 Robustness .* mandatory weight/);
  screen.press("esc");
  await screen.waitFor(/Λ7 +Λ8▲ +Λ9/);
  screen.press("v");
  await screen.waitFor(/policy +needs you/);
  expect(screen.row(/wrong\.yaml/)).toBeLessThan(screen.row(/gone\.yaml/));
  screen.press("g", "g");
  screen.resize(40, 10);
  await screen.waitFor(/ ▼ weak\.yaml +▼ 1 weaker/);
});

it("lists a thousand policies, worst first, and goes to the last one", async () => {
  const texts = [healthcare, shippedPolicy("energy"), changed(healthcare, "weight: 1.0", "weight: 9")];
  const files = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, index) => [`p${index}.yaml`, texts[index % 3] ?? ""]),
  );
  const { folder } = await gitPolicies(files);
  const { screen } = await openOn(folder, { columns: 120, rows: 40 });
  screen.press("3");
  await screen.waitFor("[3 Policies 333✗]", 50_000);
  await screen.waitFor(/❯ ✗ p\d+\.yaml/);
  await screen.waitFor(/1-\d+ of 1,000/);
  screen.press("G");
  await screen.waitFor(/-1,000 of 1,000/);
  await screen.waitFor(/❯ · p\d+\.yaml/);
});
