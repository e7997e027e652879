import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sharedEngine } from "../support/app/shared-engine.ts";
import { gitPolicies } from "../support/policy/git-policies.ts";
import { policyApps } from "../support/policy/policy-apps.ts";
import { changed, shippedPolicy } from "../support/policy/policy-folder.ts";
import type { Screen } from "../support/screen/screen.ts";

const { openOn, openPolicyFolder } = policyApps(sharedEngine());

const healthcare = shippedPolicy("healthcare");
const weaker = changed(healthcare, "receipt_retention_days: 2192", "receipt_retention_days: 400");

it("compares the list with a tag, so that a committed weaker value needs somebody, and with HEAD again", async () => {
  const { folder, git, write, save } = await gitPolicies({
    "eu/gone.yaml": healthcare,
    "same.yaml": healthcare,
    "weak.yaml": healthcare,
  });
  await git("tag", "v1.0");
  write("weak.yaml", weaker);
  write("new.yaml", shippedPolicy("financial"));
  rmSync(join(folder, "eu/gone.yaml"));
  await save();

  const { screen } = await openPolicyFolder(folder, { columns: 120, rows: 40 });
  await screen.waitFor("3 policies");
  expect(screen.text()).not.toMatch(/▼ 1 weaker|gone\.yaml|compared with/);
  screen.press("=");
  await screen.waitFor("Compare all policies");
  screen.type("v1.0");
  screen.press("enter");
  await screen.waitFor(/┌ Since v1\.0 /);
  screen.press("=");

  await screen.waitFor(/\[Policies\] Heat map · compared with v1\.0/);
  await screen.waitFor(/needs you▲ .* v1\.0 /);
  await screen.waitFor(/− eu\/gone\.yaml +deleted/);
  await screen.waitFor(/▼ weak\.yaml +▼ 1 weaker · .* ▼1 /);
  await screen.waitFor(/ new\.yaml .* new /);
  await screen.waitFor("3 policies, 1 deleted");

  // The deleted one is shown as it is in the tag.
  screen.press("g", "g");
  await screen.waitFor(/─ eu\/gone\.yaml · deleted since v1\.0 · HIPAA/);
  screen.press("enter");
  await screen.waitFor("▲ Deleted since v1.0; git checkout v1.0 -- eu/gone.yaml restores that of v1.0");

  // Filters, heat map and preview are about the tag.
  screen.press("/");
  screen.type("is:weak");
  await screen.waitFor(/weakened {2}weaker than in v1\.0/);
  screen.press("tab", "enter");
  await screen.waitFor("1 of 4");
  screen.press("v");
  await screen.waitFor(/\[Heat map\] · compared with v1\.0/);
  screen.press("v", "enter");
  await screen.waitFor(/ weak\.yaml · HIPAA\/HITECH · .*since v1\.0/);
  await screen.waitFor(/since v1\.0 +▼ 1 weaker {2}▲ 0/);
  await screen.waitFor(/❯ +General .*▼ retention days/);

  // An approval names it.
  screen.press("a");
  await screen.waitFor("Approve General provisions?");
  await screen.waitFor("▼ 1 value weaker than in v1.0");
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("Approve General provisions?"));
  screen.press("v");
  await screen.waitFor(/▼ weakened +receipt_retention_days 2192 → 400/);

  // Another version is compared until v.
  screen.press("=");
  await screen.waitFor("Compare weak.yaml");
  screen.type("HEAD");
  screen.press("enter");
  await screen.waitFor("No changes since HEAD.");
  await screen.waitFor(/since v1\.0 +▼ 1 weaker/);
  screen.press("v");
  await screen.waitFor(/▼ weakened +receipt_retention_days 2192 → 400/);
  screen.press("x");
  await screen.waitFor("Changes since v1.0, matrix");
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("Changes since v1.0, matrix"));
  screen.press("esc", "esc");
  await screen.waitFor("[Policies]");

  // A revision that git no longer has changes nothing.
  await git("branch", "old", "v1.0");
  screen.press("esc", "=");
  await screen.waitFor("Compare all policies");
  screen.press("ctrl+u");
  screen.type("old");
  screen.press("enter");
  await screen.waitFor(/┌ Since old /);
  await git("branch", "--quiet", "-D", "old");
  screen.press("=");
  await screen.waitFor("the list cannot be compared with old (the repository has no such revision)");
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("┌ Since old "));
  await screen.waitFor(/compared with v1\.0/);

  screen.press("=");
  await screen.waitFor("Compare all policies");
  screen.press("ctrl+u");
  screen.type("HEAD");
  screen.press("enter");
  await screen.waitFor(/┌ Since HEAD /);
  screen.press("=");
  await screen.waitUntil((now) => !/compared with|gone\.yaml|▼/.test(now.text()));
  await screen.waitFor(/ · weak\.yaml +13 to review/);
});

it("says that the branch has commits that the main one has not, until they are merged", async () => {
  const { folder, git, write, save } = await gitPolicies({ "weak.yaml": healthcare });
  await git("checkout", "--quiet", "-b", "review");
  write("weak.yaml", weaker);
  await save();
  const { screen } = await openPolicyFolder(folder, { columns: 120, rows: 24 });
  await screen.waitFor("[Policies] Heat map · 1 commit not in main");
  screen.press("=");
  await screen.waitFor(/main +the main branch/);
  screen.press("down", "enter");
  await screen.waitFor(/▼1 +weak\.yaml/);
  screen.press("esc");
  write("weak.yaml", changed(weaker, "weight: 1.0", "weight: 0.7"));
  await save();
  await screen.waitFor("Heat map · 2 commits not in main");
  await git("branch", "--force", "main", "review");
  await screen.waitUntil((now) => !now.text().includes("not in main"));
});

it("keeps the baseline of a directory for the next start, until HEAD is chosen", async () => {
  const { folder, git, write, save } = await gitPolicies({ "weak.yaml": healthcare });
  await git("tag", "v1.0");
  write("weak.yaml", weaker);
  await save();
  const chooseIn = async (screen: Screen, revision: string) => {
    screen.press("=");
    await screen.waitFor("Compare all policies");
    screen.press("ctrl+u");
    screen.type(revision);
    screen.press("enter");
    await screen.waitFor(new RegExp(`┌ Since ${revision} `));
    screen.press("=");
  };
  const first = await openPolicyFolder(folder, { columns: 120, rows: 24 });
  await chooseIn(first.screen, "v1.0");
  await first.screen.waitFor(/▼ weak\.yaml +▼ 1 weaker/);
  first.screen.press("q");
  await first.screen.exit;

  const second = await openPolicyFolder(folder, { columns: 120, rows: 24 });
  await second.screen.waitFor("Heat map · compared with v1.0");
  await second.screen.waitFor(/▼ weak\.yaml +▼ 1 weaker/);
  await chooseIn(second.screen, "HEAD");
  await second.screen.waitFor(/· weak\.yaml +13 to review/);
  second.screen.press("q");
  await second.screen.exit;

  const third = await openPolicyFolder(folder, { columns: 120, rows: 24 });
  await third.screen.waitFor(/· weak\.yaml +13 to review/);
  expect(third.screen.text()).not.toContain("compared with");
});

it("compares the list with the revision of the config file, or with HEAD if git does not give that", async () => {
  const { folder, git, write, save } = await gitPolicies({ "weak.yaml": healthcare });
  await git("branch", "approved");
  write("weak.yaml", weaker);
  await save();

  const wide = { columns: 120, rows: 24 };
  const { screen } = await openOn(null, { ...wide, config: [{ dir: folder, baseline: "approved" }] });
  screen.press("3");
  await screen.waitFor("compared with approved");
  await screen.waitFor(/▼ weak\.yaml +▼ 1 weaker/);
  // A branch that moves is read again.
  await git("branch", "--force", "approved", "HEAD");
  await screen.waitFor(/· weak\.yaml +13 to review/);

  const { screen: other } = await openOn(null, { ...wide, config: [{ dir: folder, baseline: "nowhere" }] });
  await other.waitFor("the list cannot be compared with nowhere (the repository has no such revision)");
  other.press("3");
  await other.waitFor("Heat map · compared with HEAD");
  await other.waitFor(/· weak\.yaml +13 to review/);
});
