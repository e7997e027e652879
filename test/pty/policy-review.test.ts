import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readReview } from "../../src/policy-files/review-folder.ts";
import type { OpenApp } from "../support/app/open-app.ts";
import { openApp } from "../support/app/open-app.ts";
import { runCli } from "../support/cli.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { gitPolicies } from "../support/policy/git-policies.ts";
import { changed, policyFolder, shippedPolicy } from "../support/policy/policy-folder.ts";

const healthcare = shippedPolicy("healthcare");

/** Opens the policy `p.yaml` of a directory as a person. */
async function openAs(name: string, folder: string, cwd?: string): Promise<OpenApp> {
  const app = await openApp({
    args: ["--policies", folder],
    columns: 120,
    rows: 40,
    env: { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "user.name", GIT_CONFIG_VALUE_0: name },
    ...(cwd === undefined ? {} : { cwd }),
  });
  app.screen.press("3");
  await app.screen.waitFor(/^[│┃]?❯ [✓✗] p\.yaml/);
  app.screen.press("enter");
  await app.screen.waitFor(/\[(?:Cell|Findings \d+)\]/);
  return app;
}

/** Returns the entries of the review of `p.yaml`. */
const entriesOf = (folder: string) => readReview(join(folder, "p.yaml.review")).entries;

describe("a review by two people", () => {
  it("keeps every mark of both, who flag, approve, reply, resolve and undo", async () => {
    const folder = policyFolder({ "p.yaml": healthcare });
    const ann = (await openAs("Ann Lee", folder)).screen;
    const bob = (await openAs("Bob Stone", folder)).screen;

    // Both decide at once, on different clauses.
    ann.press("a", "j", "a");
    bob.press("j", "j", "a", "j", "a");
    await ann.waitFor(/review +4 of 12 /);
    await bob.waitFor(/review +4 of 12 /);
    await bob.waitFor(/^..✓ 308a1A .* Ann Lee ✓ /);

    ann.press("j", "j", "j", "x");
    await ann.waitFor("Flag HIPAA-164.312a1");
    ann.type("Who grants the rights?");
    ann.press("enter");
    await bob.waitFor(/^..⚑ 312a1 /);
    await bob.waitFor("⚑ 312a1");

    // The same clause gives a visible disagreement.
    bob.press("j", "a");
    await ann.waitFor(/^..≠ 312a1 .* disagree/);
    await bob.waitFor(/^..≠ 312a1 .* disagree/);
    await bob.waitFor(/disagreement: approved by you, flagged by Ann Lee/);

    // The explanation fills the window, with the discussion below the source.
    ann.press("enter");
    bob.press("enter");
    await bob.waitFor(/⚑ Ann Lee .* Who grants the rights\?/);
    bob.press("R");
    await bob.waitFor("Reply on HIPAA-164.312a1");
    // Two discussions: his approval, which is newer, and her flag.
    bob.press("tab", "right");
    await bob.waitFor("⚑ Ann Lee: Who grants the rights?");
    bob.press("tab");
    bob.type("The access board");
    bob.press("enter");
    await ann.waitFor(/↳ Bob Stone .* The access board/);

    ann.press("X");
    await ann.waitFor("Resolve or reopen on HIPAA-164.312a1");
    ann.press("right");
    await ann.waitFor("⚑ you: Who grants the rights?");
    ann.press("enter");
    await bob.waitFor(/⚑ Ann Lee .*\(resolved by Ann Lee\)/);
    ann.press("u");
    await ann.waitFor("Undone: HIPAA-164.312a1 of p.yaml has a resolved discussion");
    await bob.waitUntil((now) => !now.text().includes("resolved by"));

    // Each person undoes only what is theirs.
    bob.press("u");
    await bob.waitFor("Undone: HIPAA-164.312a1 of p.yaml has your reply");
    await ann.waitUntil((now) => !now.text().includes("The access board"));
    bob.press("u");
    await ann.waitFor(/review +flagged by you/);

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
    const checked = await runCli(["policy", "review", "check", folder, "--format", "json"], {
      home: ann.home,
    });
    expect(checked.code).toBe(1);
    expect(checked.stderr).toContain("8 of 12 clauses open");
  });

  it("on two branches shows both verdicts after a merge, while it is open", async () => {
    const { folder, git, save } = await gitPolicies({ "p.yaml": healthcare });
    const reviewOn = async (name: string, key: string) => {
      await git("checkout", "--quiet", "-b", name, "main");
      const { screen } = await openAs(name, folder);
      screen.press(key);
      if (key === "x") {
        await screen.waitFor("Flag HIPAA-164.308a1A");
        screen.type("Whose risk?");
        screen.press("enter");
      }
      await screen.waitFor(/review +1 of 12 /);
      screen.press("q", "q");
      await screen.exit;
      await save();
      await git("checkout", "--quiet", "main");
    };
    await reviewOn("ann", "a");
    await reviewOn("bob", "x");
    const { screen } = await openAs("cy", folder);
    await screen.waitFor(/review +0 of 12 /);
    // Each merge rejects on a conflict.
    await git("merge", "--quiet", "--no-edit", "ann");
    await screen.waitFor(/^..✓ 308a1A .* ann ✓/);
    await git("merge", "--quiet", "--no-edit", "bob");
    await screen.waitFor(/^..≠ 308a1A .* disagree/);
    await screen.waitFor(/disagreement: approved by ann, flagged by bob/);
  });

  it("flags only with a reason, and says it in the report", async () => {
    const folder = policyFolder({ "p.yaml": healthcare });
    const { screen } = await openAs("Ann Lee", folder);
    screen.press("x");
    await screen.waitFor("what is wrong");
    screen.press("enter");
    await screen.waitFor(/[Tt]ype a reason/);
    screen.type("No owner");
    screen.press("enter");
    await screen.waitFor(/^[│┃]?❯⚑ 308a1A .* you ⚑ /);
    screen.press("J");
    await screen.waitFor("No owner");
    const report = await runCli(["policy", "review", "export", join(folder, "p.yaml")], {
      home: screen.home,
    });
    expect(report.stdout).toMatch(/- ⚑ flagged by Ann Lee, \S+ \S+ UTC[^]*No owner/);
  });
});

describe("a file that changes during a review", () => {
  const edited = changed(healthcare, "title: Risk analysis", "title: New risks");

  it("asks before a typed comment is saved about the earlier text, and loses neither", async () => {
    const folder = policyFolder({ "p.yaml": healthcare });
    const { screen } = await openAs("Ann Lee", folder);
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
    expect(screen.text()).toContain("Whose risk?");
    screen.press("enter");
    await screen.waitFor("HIPAA-164.308a1A changed");
    screen.press("y");
    await screen.waitFor(/✎ you .* Whose risk\? \(before the last edit\)/);
    expect(entriesOf(folder)).toMatchObject([{ kind: "comment", text: "Whose risk?" }]);
    expect(readFileSync(join(folder, "p.yaml"), "utf8")).toBe(edited);
  });

  it("does not ask if another clause changed", async () => {
    const folder = policyFolder({ "p.yaml": healthcare });
    const { screen } = await openAs("Ann Lee", folder);
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
    const { screen } = await openAs("Ann Lee", folder);
    screen.press("c");
    await screen.waitFor("Comment on HIPAA-164.308a1A");
    screen.type("Whose risk?");
    renameSync(join(folder, "p.yaml"), join(folder, "kept"));
    screen.press("enter");
    await screen.waitFor("cannot be read");
    expect(screen.text()).toContain("Whose risk?");
    renameSync(join(folder, "kept"), join(folder, "p.yaml"));
    screen.press("enter");
    await screen.waitUntil((now) => !now.text().includes("Comment on"));
    expect(entriesOf(folder)).toMatchObject([{ kind: "comment", text: "Whose risk?" }]);
  });

  it("reports a document that is corrupted, replaced or deleted while it is open", async () => {
    const folder = policyFolder({ "p.yaml": healthcare, "kept/p.txt": edited });
    const path = join(folder, "p.yaml");
    const { screen } = await openAs("Ann Lee", folder);
    screen.press("a");
    await screen.waitFor(/review +1 of 12 /);
    writeFileSync(path, "regime: [");
    await screen.waitFor("✗ unreadable");
    renameSync(join(folder, "kept", "p.txt"), path);
    await screen.waitFor(/^..↺ 308a1A New risks/);
    writeFileSync(path, healthcare);
    await screen.waitFor(/review +1 of 12 /);
    rmSync(path);
    await screen.waitFor("p.yaml is gone: it was deleted or renamed");
    await screen.waitFor("No policies yet");
    // Its review is still there.
    expect(entriesOf(folder)).toMatchObject([{ kind: "approved" }]);
  });

  it("approves only what was shown: a change that the screen has not shown yet refuses", async () => {
    const folder = policyFolder({ "p.yaml": healthcare });
    const { screen } = await openAs("Ann Lee", folder);
    // The screen follows the file within milliseconds: some keys come before that, some after.
    for (let round = 0; !screen.text().includes("was not approved"); round += 1) {
      const title = `Try ${round}`;
      writeFileSync(join(folder, "p.yaml"), changed(healthcare, "title: Risk analysis", `title: ${title}`));
      screen.press("a");
      await screen.waitFor(/308a1A of p\.yaml (?:is approved|was not approved|has no verdict)/);
      await screen.waitFor(`308a1A ${title}`);
    }
    await screen.waitFor(/was not approved \(it changed in the file meanwhile\)/);
    await screen.waitFor(/Read it again, then approve it/);
  });
});

describe("E", () => {
  it("exports the report that the command prints beside the policy, and asks before it replaces a file", async () => {
    const folder = policyFolder({ "p.yaml": healthcare });
    const out = freshDataDir("reports");
    mkdirSync(out, { recursive: true });
    const { screen } = await openAs("Ann Lee", folder, out);
    screen.press("a");
    await screen.waitFor(/review +1 of 12 /);
    screen.press("E");
    await screen.waitFor("Export the review of p.yaml");
    await screen.waitFor("p-review.md");
    screen.press("enter");
    await screen.waitFor(/✓ Exported the review of p\.yaml to .*p-review\.md/);
    const path = join(folder, "p.yaml");
    const printed = await runCli(["policy", "review", "export", path], { home: screen.home });
    const markdown = readFileSync(join(folder, "p-review.md"), "utf8");
    expect(markdown).toBe(printed.stdout);
    expect(markdown).toContain("✓ approved by Ann Lee, ");

    screen.press("E");
    await screen.waitFor("Export the review of p.yaml");
    screen.press("enter");
    await screen.waitFor(/Replace .*p-review\.md\?/);
    writeFileSync(join(folder, "p-review.md"), "mine");
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("Replace"));
    expect(readFileSync(join(folder, "p-review.md"), "utf8")).toBe("mine");
    screen.press("right");
    await screen.waitFor("p-review.html");
    screen.press("enter");
    await screen.waitFor(/✓ Exported the review of p\.yaml to .*p-review\.html/);
    const page = await runCli(["policy", "review", "export", path, "--format", "html"], {
      home: screen.home,
    });
    expect(readFileSync(join(folder, "p-review.html"), "utf8")).toBe(page.stdout);

    screen.press("E");
    await screen.waitFor("Export the review of p.yaml");
    screen.press("enter");
    await screen.waitFor(/Replace .*p-review\.md\?/);
    screen.press("y");
    await screen.waitUntil((now) => !now.text().includes("Export the review of"));
    expect(readFileSync(join(folder, "p-review.md"), "utf8")).toBe(printed.stdout);
    expect(readdirSync(out)).toEqual([]);
  });

  it("says in the form why the file cannot be written, and keeps what was typed", async () => {
    const folder = policyFolder({ "p.yaml": healthcare });
    const { screen } = await openAs("Ann Lee", folder);
    screen.press("E");
    await screen.waitFor("Export the review of p.yaml");
    screen.press("tab", "ctrl+u");
    screen.type(join(folder, "p.yaml", "report.md"));
    screen.press("enter");
    await screen.waitFor("was not written (it is not");
    expect(screen.text()).toContain("report.md");
    expect(readFileSync(join(folder, "p.yaml"), "utf8")).toBe(healthcare);
  });

  it("is disabled for a policy that cannot be read", async () => {
    const folder = policyFolder({ "p.yaml": "regime: [" });
    const app = await openApp({ args: ["--policies", folder], columns: 120, rows: 40 });
    app.screen.press("3");
    await app.screen.waitFor(/^[│┃]?❯ . p\.yaml/);
    app.screen.press("enter");
    await app.screen.waitFor("[Findings");
    app.screen.press("E");
    await app.screen.waitFor("This policy cannot be read");
  });
});
