import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { sharedEngine } from "../support/app/shared-engine.ts";
import { makeCliHome, runInProcess } from "../support/cli.ts";
import { gitPolicies } from "../support/policy/git-policies.ts";
import { policyApps } from "../support/policy/policy-apps.ts";
import { changed, shippedPolicy } from "../support/policy/policy-folder.ts";

const { openPolicyFolder } = policyApps(sharedEngine());

const { home, remove } = makeCliHome();
afterAll(remove);

const healthcare = shippedPolicy("healthcare");
const weaker = changed(healthcare, "receipt_retention_days: 2192", "receipt_retention_days: 400");

it("lists the policies that differ from a revision, as policy diff does, and opens them compared with it", async () => {
  const { folder, git, write, save } = await gitPolicies({
    "eu/gone.yaml": healthcare,
    "same.yaml": healthcare,
    "weak.yaml": healthcare,
    "wrong.yaml": healthcare,
  });
  await git("tag", "v1.0");
  write("weak.yaml", weaker);
  write("new.yaml", shippedPolicy("financial"));
  write("wrong.yaml", changed(healthcare, "label: Robustness", "label: Robust"));
  rmSync(join(folder, "eu/gone.yaml"));
  await save();

  const { screen } = await openPolicyFolder(folder, { columns: 120, rows: 40 });
  await screen.waitFor(/❯ ✗ wrong\.yaml/);
  expect(screen.text()).not.toContain("gone.yaml");
  screen.press("=");
  await screen.waitFor("Compare all policies");
  await screen.waitFor(/v1\.0 +\d{4}-\d\d-\d\d save/);
  screen.type("v2.0");
  screen.press("enter");
  await screen.waitFor("the directory cannot be compared with v2.0 (the repository has no such");
  screen.press("ctrl+u");
  screen.type("v1.0");
  screen.press("enter");
  await screen.waitFor(/┌ Since v1\.0 /);
  const said = await runInProcess(["policy", "diff", folder, "--rev", "v1.0"], { home });
  const summary = said.stdout.trim().split("\n").at(-1) ?? "";
  expect(summary).toMatch(
    /^4 policies differ from v1\.0: 1 weakened, 1 deleted, 1 new, 1 not comparable; 1 change: /,
  );
  await screen.waitFor(summary);
  await screen.waitFor(/❯ ▼1 +weak\.yaml/);
  await screen.waitFor(/▼ weakened +receipt_retention_days 2192 → 400/);
  await screen.waitFor(/ deleted +eu\/gone\.yaml/);
  await screen.waitFor(/ ✗ +wrong\.yaml cannot be compared: it has errors/);
  await screen.waitFor(/ new +new\.yaml/);
  expect(screen.text()).not.toMatch(/same\.yaml +│/);

  // A deleted one says how to restore it.
  screen.press("j", "enter");
  await screen.waitFor("git checkout v1.0 -- eu/gone.yaml restores that of v1.0");
  screen.press("k", "enter");
  await screen.waitFor(/weak\.yaml · HIPAA\/HITECH · .* · since v1\.0/);
  await screen.waitFor(/❯▼ weakened +receipt_retention_days 2192 → 400/);
  await screen.waitFor(/since HEAD +no changes|since HEAD +▼ 0/);
  screen.press("v");
  await screen.waitFor("Diff 0");

  // Leaving it leads back to the list, whose next policy is one key away.
  screen.press("esc", "esc");
  await screen.waitFor(/┌ Since v1\.0 /);
  await screen.waitFor(/❯ ▼1 +weak\.yaml/);
  screen.press("enter");
  await screen.waitFor(/weak\.yaml · HIPAA\/HITECH · .* · since v1\.0/);
  screen.press("esc", "esc");
  await screen.waitFor(/┌ Since v1\.0 /);
  screen.press("esc");
  await screen.waitUntil((now) => !/┌ Since v1\.0 /.test(now.text()));
  await screen.waitFor("[Policies]");
  // The list, and what is opened from it, is compared with HEAD.
  await screen.waitUntil((now) => !now.text().includes("since v1.0"));

  // The revision of the last comparison is the first suggestion.
  screen.press("=");
  await screen.waitFor(/v1\.0 +the last comparison/);
  screen.press("down", "enter");
  await screen.waitFor(/┌ Since v1\.0 /);
  // The list is older than the directory.
  rmSync(join(folder, "weak.yaml"));
  await screen.waitFor("3 policies");
  screen.press("enter");
  await screen.waitFor("weak.yaml is gone: it was deleted or renamed");
  screen.press("G", "enter");
  await screen.waitFor(/ new\.yaml · SOX.* · effective/);
});

it("lists what is weaker beside an error, and says that the error is not compared", async () => {
  const { folder, write } = await gitPolicies({ "p.yaml": healthcare, "q.yaml": healthcare });
  write("p.yaml", changed(weaker, "label: Robustness", "label: Robust"));
  const { screen } = await openPolicyFolder(folder, { columns: 160, rows: 40 });
  await screen.waitFor(/❯ ✗ p\.yaml .* ▼1 /);
  screen.press("=");
  await screen.waitFor("Compare all policies");
  screen.type("HEAD");
  screen.press("enter");
  await screen.waitFor("1 policy differs from HEAD: 1 weakened; 1 change: 1 weakened");
  await screen.waitFor(/❯ ▼1 +p\.yaml values with errors are not compared: it has errors/);
  screen.press("enter");
  await screen.waitFor("Values with errors are not compared: it has errors (line");
  await screen.waitFor(/▼ weakened +receipt_retention_days 2192 → 400/);
  await screen.waitFor("errors are not compared");
});
