import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sharedEngine } from "../support/app/shared-engine.ts";
import { runInProcess } from "../support/cli.ts";
import { gitPolicies } from "../support/policy/git-policies.ts";
import { entriesOf, policyApps } from "../support/policy/policy-apps.ts";
import { changed, policyFolder, shippedPolicy } from "../support/policy/policy-folder.ts";

const { openPolicy } = policyApps(sharedEngine());

const healthcare = shippedPolicy("healthcare");

describe("a review by two people", () => {
  it("keeps every mark of both, who flag, approve, reply, resolve and undo", async () => {
    const folder = policyFolder({ "p.yaml": healthcare });
    const ann = (await openPolicy(folder, { reviewer: "Ann Lee" })).screen;
    const bob = (await openPolicy(folder, { reviewer: "Bob Stone" })).screen;

    // Both decide at once, on different clauses.
    ann.press("a", "j", "a");
    bob.press("j", "j", "a", "j", "a");
    await ann.waitFor(/approved +4 of 13 /);
    await bob.waitFor(/approved +4 of 13 /);
    await bob.waitFor(/^..✓ 308a1A .* Ann Lee ✓ /);

    ann.press("j", "j", "j", "i");
    await ann.waitFor("Flag HIPAA-164.312a1");
    ann.type("Who grants the rights?");
    ann.press("enter");
    await bob.waitFor(/^..⚑ 312a1 /);
    await bob.waitFor("⚑ 312a1");

    // The same clause gives a visible disagreement.
    bob.press("j", "a");
    await bob.waitFor("Approve HIPAA-164.312a1?");
    await bob.waitFor('⚑ flagged by Ann Lee: "Who grants the rights?"');
    bob.press("esc");
    await bob.waitUntil((now) => !now.text().includes("Approve HIPAA-164.312a1?"));
    expect(
      entriesOf(folder).filter(({ by, clauseId }) => by === "Bob Stone" && /312a1/.test(clauseId)),
    ).toEqual([]);
    bob.press("a", "y");
    await ann.waitFor(/^..≠ 312a1 .* disagree/);
    await bob.waitFor(/^..≠ 312a1 .* disagree/);
    await bob.waitFor(/disagreement: approved by you, flagged by Ann Lee/);

    // The explanation fills the window, with the discussion below the source.
    for (const screen of [ann, bob]) {
      screen.press("enter");
      await screen.waitUntil((now) => !now.text().includes("enforced by"));
    }
    await bob.waitFor(/⚑ Ann Lee .* Who grants the rights\?/);
    bob.press("m", "a");
    await bob.waitFor("Reply on HIPAA-164.312a1");
    // Two discussions: her flag is proposed, although his approval is newer.
    await bob.waitFor(/Reply to +‹ ⚑ Ann Lee: Who grants the rights\? ›/);
    bob.type("The access board");
    bob.press("enter");
    await ann.waitFor(/↳ Bob Stone .* The access board/);

    // His approval is no discussion to resolve, so that there is nothing to choose.
    ann.press("o");
    // The verdict counts until its author takes it back.
    await ann.waitFor("discussion resolved · your flag stays, i takes it back");
    await ann.waitFor(/⚑ you .*\(resolved by you\)/);
    await bob.waitFor(/⚑ Ann Lee .*\(resolved by Ann Lee\)/);
    ann.press("u");
    await ann.waitFor("Undone: the resolution of a discussion on HIPAA-164.312a1 of p.yaml");
    await bob.waitUntil((now) => !now.text().includes("resolved by"));
    bob.press("o");
    await bob.waitFor("discussion resolved · the flag of Ann Lee stays");
    bob.press("u");
    await ann.waitUntil((now) => !now.text().includes("resolved by"));

    // Each person undoes only what is theirs.
    bob.press("u");
    await bob.waitFor("Undone: your reply on HIPAA-164.312a1 of p.yaml");
    await ann.waitUntil((now) => !now.text().includes("The access board"));
    bob.press("u");
    await bob.waitFor("Undone: your approval of HIPAA-164.312a1 of p.yaml");
    await ann.waitFor(/review +flagged by you/);

    // The other entries are on other clauses, which undo does not reach from here.
    bob.press("u");
    await bob.waitFor("Nothing to undo here: your last review entry is on HIPAA-164.308a7.");
    bob.press("q", "q");
    await bob.waitFor("[Policies");
    bob.press("u");
    await bob.waitFor("Nothing to undo here: your last review entry is on HIPAA-164.308a7 of p.yaml.");

    expect(entriesOf(folder).map(({ by, kind, clauseId, text }) => [by, kind, clauseId, text])).toEqual(
      expect.arrayContaining([
        ["Ann Lee", "approved", "HIPAA-164.308a1A", ""],
        ["Ann Lee", "approved", "HIPAA-164.308a1D", ""],
        ["Bob Stone", "approved", "HIPAA-164.308a2", ""],
        ["Bob Stone", "approved", "HIPAA-164.308a7", ""],
        ["Ann Lee", "flagged", "HIPAA-164.312a1", "Who grants the rights?"],
      ]),
    );
    expect(entriesOf(folder)).toHaveLength(5);
    const checked = await runInProcess(["policy", "review", "check", folder, "--format", "json"], {
      home: ann.home,
    });
    expect(checked.code).toBe(1);
    expect(checked.stderr).toContain("9 of 13 parts open");
  });

  it("on two branches shows both verdicts after a merge, while it is open", async () => {
    const { folder, git, save } = await gitPolicies({ "p.yaml": healthcare });
    const reviewOn = async (name: string, key: string) => {
      await git("checkout", "--quiet", "-b", name, "main");
      const { screen } = await openPolicy(folder, { reviewer: name });
      screen.press(key);
      if (key === "i") {
        await screen.waitFor("Flag HIPAA-164.308a1A");
        screen.type("Whose risk?");
        screen.press("enter");
      }
      await screen.waitFor(key === "a" ? /approved +1 of 13 / : /approved +0 of 13 .* ⚑ 1/);
      screen.press("q", "q");
      await screen.exit;
      await save();
      await git("checkout", "--quiet", "main");
    };
    await reviewOn("ann", "a");
    await reviewOn("bob", "i");
    const { screen } = await openPolicy(folder, { reviewer: "cy" });
    await screen.waitFor(/approved +0 of 13 /);
    // Each merge rejects on a conflict.
    await git("merge", "--quiet", "--no-edit", "ann");
    await screen.waitFor(/^..✓ 308a1A .* ann ✓/);
    await git("merge", "--quiet", "--no-edit", "bob");
    await screen.waitFor(/^..≠ 308a1A .* disagree/);
    await screen.waitFor(/disagreement: approved by ann, flagged by bob/);
  });

  it("flags only with a reason, and says it in the report", async () => {
    const folder = policyFolder({ "p.yaml": healthcare });
    const { screen } = await openPolicy(folder, { reviewer: "Ann Lee" });
    screen.press("i");
    await screen.waitFor("what is wrong");
    screen.press("enter");
    await screen.waitFor(/[Tt]ype a reason/);
    screen.type("No owner");
    screen.press("enter");
    await screen.waitFor(/^[│┃]?❯⚑ 308a1A .* you ⚑ /);
    await screen.waitFor("No owner");
    const report = await runInProcess(["policy", "review", "export", join(folder, "p.yaml")], {
      home: screen.home,
    });
    expect(report.stdout).toMatch(/- ⚑ flagged by Ann Lee, \S+ \S+ UTC[^]*No owner/);
  });
});

describe("an approval of a clause with an own flag", () => {
  it("asks, and the reason of the flag stays in the discussion as replaced", async () => {
    const folder = policyFolder({ "p.yaml": healthcare });
    const { screen } = await openPolicy(folder, { reviewer: "Ann Lee" });
    screen.press("i");
    await screen.waitFor("Flag HIPAA-164.308a1A");
    screen.type("No owner");
    screen.press("enter");
    await screen.waitFor(/^[│┃]?❯⚑ 308a1A .* you ⚑ /);
    for (const no of ["n", "esc"] as const) {
      screen.press("a");
      await screen.waitFor("Approve HIPAA-164.308a1A?");
      await screen.waitFor('It replaces your flag: "No owner"');
      screen.press(no);
      await screen.waitUntil((now) => !now.text().includes("It replaces your flag"));
    }
    expect(entriesOf(folder)).toMatchObject([{ kind: "flagged" }]);
    screen.press("a");
    await screen.waitFor("Approve HIPAA-164.308a1A?");
    screen.press("y");
    await screen.waitFor(/^[│┃]?❯✓ 308a1A .* you ✓ /);
    screen.press("enter");
    await screen.waitUntil((now) => !now.text().includes("enforced by"));
    await screen.waitFor(/⚑ you .* No owner \(replaced\)/);
    // It is no discussion to answer.
    screen.press("m", "a");
    await screen.waitFor("✓ you: approved");
    expect(screen.text()).not.toContain("⚑ you: No owner");
  });
});

describe("an approval of values that are weaker than in HEAD", () => {
  it("asks and names them, of a clause and of the general provisions; others are approved at once", async () => {
    const { folder } = await gitPolicies({ "p.yaml": healthcare });
    const lighter = changed(healthcare, "weight: 1.0", "weight: 0.6");
    const weaker = changed(lighter, "receipt_retention_days: 2192", "receipt_retention_days: 730");
    writeFileSync(join(folder, "p.yaml"), weaker);
    const { screen } = await openPolicy(folder, { reviewer: "Ann Lee" });
    screen.press("a");
    await screen.waitFor("Approve HIPAA-164.308a1A?");
    await screen.waitFor("▼ 1 value weaker than in HEAD");
    await screen.waitFor(/· HIPAA-164\.308a1A: Λ6 \(Security\) weight 1 → 0\.6/);
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("Approve HIPAA-164.308a1A?"));
    expect(existsSync(join(folder, "p.yaml.review"))).toBe(false);
    screen.press("a", "y");
    await screen.waitFor(/^[│┃]?❯✓ 308a1A .* you ✓ /);
    screen.press("j", "a");
    await screen.waitFor(/^[│┃]?❯✓ 308a1D .* you ✓ /);
    screen.press("G", "a");
    await screen.waitFor("Approve General provisions?");
    await screen.waitFor("· receipt_retention_days 2192 → 730");
    screen.press("y");
    await screen.waitFor("General provisions of p.yaml: approved");
    // A withdrawal weakens nothing.
    screen.press("a");
    await screen.waitFor("General provisions of p.yaml: your verdict is withdrawn");
  });
});

describe("an approval of a clause with an error", () => {
  it("asks and names it", async () => {
    const { folder } = await gitPolicies({
      "p.yaml": changed(healthcare, "label: Robustness", "label: Robust"),
    });
    const { screen } = await openPolicy(folder, { reviewer: "Ann Lee" });
    await screen.waitFor(/✗ 1 error: line \d+:/);
    screen.press("a");
    await screen.waitFor("Approve HIPAA-164.308a1A?");
    await screen.waitFor(/✗ line \d+: lambda_axes\[1\]\.label is "Robust"/);
    screen.press("y");
    await screen.waitFor(/^[│┃]?❯✓ 308a1A .* you ✓/);
  });
});

describe("a file that changes during a review", () => {
  const edited = changed(healthcare, "title: Risk analysis", "title: New risks");

  it("asks before a typed comment is saved about the earlier text, and loses neither", async () => {
    const folder = policyFolder({ "p.yaml": healthcare });
    const { screen } = await openPolicy(folder, { reviewer: "Ann Lee" });
    screen.press("c");
    await screen.waitFor("Comment on HIPAA-164.308a1A");
    screen.type("Whose risk?");
    await screen.waitFor("Whose risk?");
    writeFileSync(join(folder, "p.yaml"), edited);
    await screen.waitFor("308a1A New risks");
    screen.press("enter");
    await screen.waitFor("HIPAA-164.308a1A changed");
    expect(entriesOf(folder)).toEqual([]);
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("HIPAA-164.308a1A changed"));
    await screen.waitFor("Whose risk?");
    screen.press("enter");
    await screen.waitFor("HIPAA-164.308a1A changed");
    screen.press("y");
    await screen.waitFor(/✎ you .* Whose risk\? \(before the last edit\)/);
    expect(entriesOf(folder)).toMatchObject([{ kind: "comment", text: "Whose risk?" }]);
    expect(readFileSync(join(folder, "p.yaml"), "utf8")).toBe(edited);
  });

  it("does not ask if another clause changed", async () => {
    const folder = policyFolder({ "p.yaml": healthcare });
    const { screen } = await openPolicy(folder, { reviewer: "Ann Lee" });
    screen.press("c");
    await screen.waitFor("Comment on HIPAA-164.308a1A");
    screen.type("Whose risk?");
    writeFileSync(
      join(folder, "p.yaml"),
      changed(healthcare, "title: Audit controls", "title: Audit trails"),
    );
    await screen.waitFor("312b Audit trails");
    screen.press("enter");
    await screen.waitFor(/✎ you .* Whose risk\?/);
    expect(screen.text()).not.toContain("before the last edit");
  });

  it("is refused while the file is gone, and saved when it is back", async () => {
    const folder = policyFolder({ "p.yaml": healthcare });
    const { screen } = await openPolicy(folder, { reviewer: "Ann Lee" });
    screen.press("c");
    await screen.waitFor("Comment on HIPAA-164.308a1A");
    screen.type("Whose risk?");
    renameSync(join(folder, "p.yaml"), join(folder, "kept"));
    screen.press("enter");
    await screen.waitFor("cannot be read");
    await screen.waitFor("Whose risk?");
    renameSync(join(folder, "kept"), join(folder, "p.yaml"));
    screen.press("enter");
    await screen.waitUntil((now) => !now.text().includes("Comment on"));
    expect(entriesOf(folder)).toMatchObject([{ kind: "comment", text: "Whose risk?" }]);
  });

  it("reports a document that is corrupted, replaced or deleted while it is open", async () => {
    const folder = policyFolder({ "p.yaml": healthcare, "kept/p.txt": edited });
    const path = join(folder, "p.yaml");
    const { screen } = await openPolicy(folder, { reviewer: "Ann Lee" });
    screen.press("a");
    await screen.waitFor(/approved +1 of 13 /);
    writeFileSync(path, "regime: [");
    await screen.waitFor("✗ unreadable");
    renameSync(join(folder, "kept", "p.txt"), path);
    await screen.waitFor(/^..↺ 308a1A New risks/);
    writeFileSync(path, healthcare);
    await screen.waitFor(/approved +1 of 13 /);
    rmSync(path);
    await screen.waitFor("p.yaml is gone: it was deleted or renamed");
    await screen.waitFor("No policies yet");
    // Its review is still there.
    expect(entriesOf(folder)).toMatchObject([{ kind: "approved" }]);
    // The list has its preview below it again.
    writeFileSync(path, healthcare);
    await screen.waitFor(/❯ · p\.yaml/);
    await screen.waitFor(/╭─ State/);
  });

  it("approves only what was shown: a change that the screen has not shown yet refuses", async () => {
    const folder = policyFolder({ "p.yaml": healthcare });
    const { screen } = await openPolicy(folder, { reviewer: "Ann Lee" });
    // The screen follows the file within milliseconds: some keys come before that, some after.
    for (let round = 0; !screen.text().includes("was not approved"); round += 1) {
      const title = `Try ${round}`;
      writeFileSync(join(folder, "p.yaml"), changed(healthcare, "title: Risk analysis", `title: ${title}`));
      screen.press("a");
      await screen.waitFor(/308a1A of p\.yaml(?:: approved| was not approved|: your verdict)/);
      await screen.waitFor(`308a1A ${title}`);
    }
    await screen.waitFor(/was not approved \(it changed in the file meanwhile\)/);
    await screen.waitFor(/Read it again, then approve it/);
  });
});
