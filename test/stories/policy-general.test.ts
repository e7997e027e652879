import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sharedEngine } from "../support/app/shared-engine.ts";
import { runInProcess } from "../support/cli.ts";
import { gitPolicies } from "../support/policy/git-policies.ts";
import { entriesOf, policyApps } from "../support/policy/policy-apps.ts";
import { changed, shippedPolicy } from "../support/policy/policy-folder.ts";

const { openPolicy } = policyApps(sharedEngine());

const healthcare = shippedPolicy("healthcare");

describe("the general provisions", () => {
  it("are where n leads after a cut of the retention, flagged with a reason, and approved as the last part", async () => {
    const { folder } = await gitPolicies({ "p.yaml": healthcare });
    const path = join(folder, "p.yaml");
    writeFileSync(path, changed(healthcare, "receipt_retention_days: 2192", "receipt_retention_days: 730"));
    const { screen } = await openPolicy(folder, { reviewer: "Ann Lee" });
    await screen.waitFor(/❯ {2}General thresholds, receipts, regime +▼ retention days/);
    await screen.waitFor("12 clauses not looked at");
    screen.press("n");
    await screen.waitFor(/❯▼ weakened +receipt_retention_days 2192 → 730/);
    await screen.waitFor(/❯ +General /);
    screen.press("i");
    await screen.waitFor("Flag General provisions");
    screen.type("Six years are the law");
    screen.press("enter");
    await screen.waitFor(/❯⚑ +General .* you ⚑/);
    screen.press("enter");
    await screen.waitFor(/retention days +730 +▼ was 2192 in HEAD/);
    await screen.waitFor(/⚑ you .* Six years are the law/);
    screen.press("c");
    await screen.waitFor("Comment on General provisions");
    screen.type("See the memo");
    screen.press("enter");
    await screen.waitFor(/✎ you .* See the memo/);
    screen.press("u");
    await screen.waitFor("Undone: your comment on General provisions of p.yaml");
    screen.press("+");
    await screen.waitFor("The general provisions are selected, not a clause");
    screen.press("t");
    await screen.waitFor("What if: General provisions");
    await screen.waitFor("  Type the retention");
    expect(screen.text()).not.toContain("Make the cell mandatory");
    screen.press("esc", "esc");
    const home = screen.home;
    const flagged = await runInProcess(["policy", "review", "check", path], { home });
    expect(flagged.code).toBe(1);
    expect(flagged.stdout).toMatch(
      /p\.yaml:207: General provisions: ⚑ flagged: Ann Lee ⚑ \S+ \(Six years are the law\)/,
    );

    // Twelve clauses are not all of the policy.
    screen.press("g", "g");
    for (let done = 1; done <= 12; done++) {
      screen.press("a");
      await screen.waitFor(`approved    ${done} of 13 `);
      screen.press("j");
    }
    await screen.waitFor(/❯⚑ +General /);
    expect(await runInProcess(["policy", "review", "check", path], { home })).toMatchObject({ code: 1 });
    screen.press("a");
    await screen.waitFor("Approve General provisions?");
    screen.press("y");
    await screen.waitFor(/❯✓ +General .* you ✓/);
    expect(await runInProcess(["policy", "review", "check", path], { home })).toMatchObject({
      code: 0,
      stdout: "",
    });
    expect(entriesOf(folder).filter(({ clauseId }) => clauseId === "General provisions")).toMatchObject([
      { kind: "flagged", text: "Six years are the law" },
      { kind: "approved" },
    ]);
  });

  it("are what a key is about at their change in the Diff tab, and no key is about a removed clause", async () => {
    const { folder } = await gitPolicies({ "p.yaml": healthcare });
    const end = healthcare.indexOf("\ncompliance_thresholds:");
    const start = healthcare.indexOf("  - clause_id: HITECH-13402");
    const shorter = `${healthcare.slice(0, start)}${healthcare.slice(end)}`;
    writeFileSync(
      join(folder, "p.yaml"),
      changed(shorter, "receipt_retention_days: 2192", "receipt_retention_days: 730"),
    );
    const { screen } = await openPolicy(folder, { reviewer: "Ann Lee" });
    screen.press("v");
    await screen.waitFor(/❯▼ weakened +receipt_retention_days/);
    screen.press("[");
    await screen.waitFor(/❯▼ weakened +clause removed: HITECH-13402/);
    screen.press("a");
    await screen.waitFor("The selected change is in no clause");
    expect(entriesOf(folder)).toEqual([]);
    screen.press("]");
    await screen.waitFor(/❯▼ weakened +receipt_retention_days/);
    screen.press("a");
    await screen.waitFor("Approve General provisions?");
    screen.press("y");
    await screen.waitFor("General provisions of p.yaml: approved");
    expect(entriesOf(folder)).toMatchObject([{ kind: "approved", clauseId: "General provisions" }]);
    screen.press("tab", "tab", "tab", "tab");
    await screen.waitFor(/receipt_retention_days: 730 .*▼ was 2192 in HEAD/);
    // The line of another field leads back to the row.
    screen.press("g", "g");
    await screen.waitFor("[Source]");
    screen.press("enter");
    await screen.waitFor(/❯✓ +General /);
  });
});
