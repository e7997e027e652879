import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sharedEngine } from "../support/app/shared-engine.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { policyApps } from "../support/policy/policy-apps.ts";
import { changed, lineOf, policyFolder, shippedPolicy } from "../support/policy/policy-folder.ts";

const { openBundled, openOn, openPolicy } = policyApps(sharedEngine());

const healthcare = shippedPolicy("healthcare");
const mislabelled = changed(healthcare, "label: Robustness", 'label: "Security" # for now');

describe("a fix", () => {
  it("is applied by F, keeps comments and layout, and is undone by u byte for byte", async () => {
    const before = `\uFEFF${mislabelled.replaceAll("\n", "\r\n")}`;
    const folder = policyFolder({ "p.yaml": before });
    const path = join(folder, "p.yaml");
    chmodSync(path, 0o600);
    const { screen } = await openPolicy(folder);
    await screen.waitFor('F change to "Robustness"');
    await screen.waitFor(/^ F fix {2}/);
    screen.press("F");
    await screen.waitFor("✓ valid");
    await screen.waitFor(/Fixed: changed to "Robustness" · press u to undo/);
    expect(readFileSync(path, "utf8")).toBe(before.replace('"Security" # for now', '"Robustness" # for now'));
    screen.press("u");
    await screen.waitFor("✗ 1 error");
    expect(readFileSync(path, "utf8")).toBe(before);
    screen.press("u");
    await screen.waitFor(/There is no change to undo/);
    expect(readdirSync(folder)).toEqual(["p.yaml"]);
  });

  it("that is not safe says so, asks with its name and reason, and is applied by y alone", async () => {
    const before = changed(mislabelled, "vertical: healthcare", "vertical: helthcare");
    const folder = policyFolder({ "p.yaml": before });
    const path = join(folder, "p.yaml");
    const { screen } = await openPolicy(folder);
    await screen.waitFor('F change to "healthcare" (not safe, asks)');
    screen.press("F");
    await screen.waitFor("Apply this fix?");
    await screen.waitFor(`p.yaml:${lineOf(before, "helthcare")}: change to "healthcare"`);
    await screen.waitFor("This fix is not safe: another value may be meant.");
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("Apply this fix?"));
    expect(readFileSync(path, "utf8")).toBe(before);
    screen.press("F");
    await screen.waitFor("Apply this fix?");
    screen.press("y");
    await screen.waitFor(/Fixed: changed to "healthcare" · press u to undo/);
    expect(readFileSync(path, "utf8")).toBe(mislabelled);
  });

  it("that is asked about is not applied to a file that changed meanwhile", async () => {
    const folder = policyFolder({
      "p.yaml": changed(healthcare, "vertical: healthcare", "vertical: helthcare"),
    });
    const path = join(folder, "p.yaml");
    const { screen } = await openPolicy(folder);
    screen.press("F");
    await screen.waitFor("Apply this fix?");
    const later = `${readFileSync(path, "utf8")}# a word of somebody else\n`;
    writeFileSync(path, later);
    screen.press("y");
    await screen.waitFor("it changed in the meantime");
    expect(readFileSync(path, "utf8")).toBe(later);
  });

  it("is applied with all safe ones by m F, and one u undoes them all", async () => {
    const before = changed(
      changed(mislabelled, "quorum: 2-of-3", "quorum: 2 of 3 # most"),
      "vertical: healthcare",
      "Vertical: healthcare",
    );
    const folder = policyFolder({ "p.yaml": before });
    const path = join(folder, "p.yaml");
    const { screen } = await openPolicy(folder);
    screen.press("m", "F");
    await screen.waitFor(/Fixed: 3 fixes, .*changed to "2-of-3"/);
    await screen.waitFor("✓ valid");
    expect(readFileSync(path, "utf8")).toBe(
      changed(
        changed(healthcare, "label: Robustness", 'label: "Robustness" # for now'),
        "quorum: 2-of-3",
        "quorum: 2-of-3 # most",
      ),
    );
    screen.press("m", "F");
    await screen.waitFor(/This policy has no findings/);
    screen.press("u");
    await screen.waitFor("Undone: 3 fixes");
    expect(readFileSync(path, "utf8")).toBe(before);
  });

  it("is not undone after another change to the file, with a message", async () => {
    const folder = policyFolder({ "p.yaml": mislabelled });
    const path = join(folder, "p.yaml");
    const { screen } = await openPolicy(folder);
    screen.press("F");
    await screen.waitFor("✓ valid");
    const later = `${readFileSync(path, "utf8")}# a word of somebody else\n`;
    writeFileSync(path, later);
    screen.press("u");
    await screen.waitFor("it changed in the meantime");
    expect(readFileSync(path, "utf8")).toBe(later);
  });

  it("is disabled, with the reason, if there is none", async () => {
    const text = changed(healthcare, 'effective_date: "2026-01-01"', 'effective_date: "2026-02-30"');
    const { screen } = await openPolicy(policyFolder({ "p.yaml": text }));
    await screen.waitFor("the date 2026-02-30 does not exist");
    screen.press("F");
    await screen.waitFor(/This finding has no automatic fix/);
  });
});

describe("the key e", () => {
  it("reports errors of the editor", async () => {
    const { screen } = await openPolicy(policyFolder({ "p.yaml": healthcare }), {
      env: { EDITOR: "no-such-editor" },
    });
    screen.press("e");
    await screen.waitFor("the editor no-such-editor was not found");
  });

  it("does not edit bundled policies, and says why", async () => {
    const { screen } = await openBundled();
    screen.press("e");
    await screen.waitFor(/Bundled policies are read-only/);
  });
});

describe("a review", () => {
  it("approves, flags and comments clauses, counts them, and keeps them across restarts", async () => {
    const folder = policyFolder({ "p.yaml": healthcare });
    const first = await openPolicy(folder);
    first.screen.press("a");
    await first.screen.waitFor(/approved +1 of 13 /);
    await first.screen.waitFor(/^[│┃]?❯✓ 308a1A/);
    first.screen.press("j", "i");
    await first.screen.waitFor("Flag HIPAA-164.308a1D");
    first.screen.type("Nobody reads them.");
    first.screen.press("enter");
    await first.screen.waitFor(/approved +1 of 13 .* ⚑ 1/);
    await first.screen.waitFor(/^[│┃]?❯⚑ 308a1D .* you ⚑ {2,}/);
    first.screen.press("c");
    await first.screen.waitFor("Comment on HIPAA-164.308a1D");
    first.screen.type("who reads them? q");
    first.screen.press("enter");
    await first.screen.waitFor(/^[│┃]?❯⚑ 308a1D .* you ⚑ ✎/);
    await first.screen.waitFor(/✎ you .* who reads them\? q/);
    first.screen.press("q", "q");
    expect(await first.screen.exit).toEqual({ code: 0, signal: null });

    const second = await openPolicy(folder);
    await second.screen.waitFor(/approved +1 of 13 .* ⚑ 1/);
    expect(second.screen.row(/^..✓ 308a1A/)).toBeGreaterThan(0);
    expect(second.screen.row(/^..⚑ 308a1D .* ⚑ ✎/)).toBeGreaterThan(0);
    // It opens at the flag. The same key removes the mark.
    await second.screen.waitFor(/^[│┃]?❯⚑ 308a1D /);
    second.screen.press("g", "g", "a");
    await second.screen.waitFor(/approved +0 of 13 .* ⚑ 1/);
    second.screen.press("j", "i");
    await second.screen.waitFor(/^[│┃]?❯ +308a1D .* ✎ +[│┃]/);
    expect(second.screen.row(/approved +0 of 13 ░+ /)).toBeGreaterThan(0);
    expect(second.screen.row(/approved +0 of 13 .* ⚑ 1/)).toBe(-1);
  });

  it("is reopened by an edit of its clause, but not by edits of other clauses or of the layout", async () => {
    const folder = policyFolder({ "p.yaml": healthcare });
    const { screen } = await openPolicy(folder);
    screen.press("a", "j", "a");
    await screen.waitFor(/approved +2 of 13 /);
    // A comment, another layout, another clause: the reviewed clause is unchanged.
    const laidOut = changed(healthcare, "title: Risk analysis", "title:   'Risk analysis'  # as it was");
    writeFileSync(join(folder, "p.yaml"), changed(laidOut, "title: Audit controls", "title: Audit trails"));
    await screen.waitFor("312b Audit trails");
    await screen.waitFor(/approved +2 of 13 /);
    writeFileSync(
      join(folder, "p.yaml"),
      changed(healthcare, "title: Risk analysis", "title: Risk analyses"),
    );
    await screen.waitFor(/approved +1 of 13 /);
    await screen.waitFor(/^..↺ 308a1A .* reopened/);
    await screen.waitFor(/^..✓ 308a1D/);
    screen.press("k");
    await screen.waitFor(/edited since your verdict/);
    screen.press("a");
    await screen.waitFor(/approved +2 of 13 /);
  });

  it("asks before it discards a typed comment", async () => {
    const { screen } = await openPolicy(policyFolder({ "p.yaml": healthcare }));
    screen.press("c");
    await screen.waitFor("Comment on");
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("Comment on"));
    screen.press("c");
    await screen.waitFor("Comment on");
    screen.type("half");
    await screen.waitFor("half");
    screen.press("esc");
    await screen.waitFor("Discard changes?");
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("Discard changes?"));
    await screen.waitFor("half");
    screen.press("esc");
    await screen.waitFor("Discard changes?");
    screen.press("y");
    await screen.waitUntil((now) => !/Comment on|Discard changes\?/.test(now.text()));
  });

  it("reports an unreadable review, reviews beside it, and never overwrites it", async () => {
    const folder = policyFolder({ "p.yaml": healthcare, "p.yaml.review/A.json": "{ half a rev" });
    const app = await openOn(folder, { columns: 120, rows: 40 });
    const { screen } = app;
    screen.press("3");
    await screen.waitFor(/p\.yaml .*✗ error/);
    screen.press("enter");
    await screen.waitFor("[Cell]");
    await screen.waitFor(/review +✗ cannot be read/);
    await screen.waitFor(/review +cannot be read: p\.yaml\.review\/A\.json: it is not JSON/);
    screen.press("a");
    await screen.waitFor(/^[│┃]?❯✓ 308a1A/);
    await screen.waitFor(/review +✗ cannot be read/);
    expect(readFileSync(join(folder, "p.yaml.review", "A.json"), "utf8")).toBe("{ half a rev");
    expect(readdirSync(join(folder, "p.yaml.review"))).toHaveLength(2);
  });

  it("does not change entries of a later version", async () => {
    const later = '{ "format": "hooklens-review", "version": 3 }';
    const folder = policyFolder({ "p.yaml": healthcare, "p.yaml.review/A.json": later });
    const app = await openOn(folder, { columns: 120, rows: 40 });
    app.screen.press("3");
    await app.screen.waitFor(/p\.yaml .*✗ error/);
    app.screen.press("enter");
    await app.screen.waitFor("[Cell]");
    app.screen.press("a");
    await app.screen.waitFor(/^[│┃]?❯✓ 308a1A/);
    expect(readFileSync(join(folder, "p.yaml.review", "A.json"), "utf8")).toBe(later);
  });

  it("of a bundled policy is saved in the data directory", async () => {
    const dataDir = freshDataDir();
    const { screen } = await openBundled({ env: { HOOKLENS_DATA_DIR: dataDir } });
    screen.press("a");
    await screen.waitFor(/approved 1\/\d+/);
    expect(readdirSync(join(dataDir, "reviews"))).toEqual(["academic.yaml.review"]);
  });
});
