import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "vitest";
import { sharedEngine } from "../support/app/shared-engine.ts";
import { policyApps } from "../support/policy/policy-apps.ts";
import { changed, lineOf, shippedPolicy } from "../support/policy/policy-folder.ts";

const { openPolicies } = policyApps(sharedEngine());

const healthcare = shippedPolicy("healthcare");
const mislabelled = changed(healthcare, "label: Robustness", "label: Security");
const wrong = lineOf(mislabelled, "axis: Λ8") + 1;
const wide = { columns: 120, rows: 40 };

describe("the source of an open policy", () => {
  it("is searched by / from the matrix, too, where letters behind it are no commands", async () => {
    const { screen } = await openPolicies({ "p.yaml": healthcare }, wide);
    screen.press("enter");
    await screen.waitFor("[Cell]");
    screen.press("/", "e", "a", "x", "enter");
    await screen.waitFor("[Source]");
    await screen.waitFor(/"eax"|eax/);
    screen.press("/", "ctrl+u");
    screen.type("clause_id: hipaa-164.502b");
    screen.press("enter");
    await screen.waitFor(new RegExp(`❯ +${lineOf(healthcare, "clause_id: HIPAA-164.502b")} │`));
    screen.press("enter");
    await screen.waitFor(/❯ +502b /);
    await screen.waitFor("0 of 13 approved");
  });

  it("leads from the cell to its line, from finding to finding, and from a line to its cell", async () => {
    const text = changed(mislabelled, "quorum: 2-of-3", "quorum: 3-of-2");
    const { screen } = await openPolicies({ "p.yaml": text }, wide);
    screen.press("enter");
    await screen.waitFor("[Findings 2]");
    screen.press("tab");
    await screen.waitFor("[Source]");
    await screen.waitFor(new RegExp(`❯✗ +${wrong} ┃ +label: Security +✗ Λ8 is Robustness`));
    screen.press("]");
    await screen.waitFor(new RegExp(`❯✗ +${lineOf(text, "quorum: 3-of-2")} │ +quorum: 3-of-2 +✗ `));
    screen.press("]");
    await screen.waitFor(new RegExp(`❯✗ +${wrong} ┃`));
    screen.press("[");
    await screen.waitFor(new RegExp(`❯✗ +${lineOf(text, "quorum: 3-of-2")} │`));
    const audit = lineOf(text, "clause_id: HIPAA-164.312b");
    screen.press("/");
    await screen.waitUntil((now) => now.cursor.visible);
    screen.type("id: hipaa-164.312b");
    await screen.waitFor("1 of 1 hit");
    screen.press("enter", "enter");
    await screen.waitFor(new RegExp(`❯ +${audit} ┃ +- clause_id: HIPAA-164.312b +◂ HIPAA-164.312b`));
    await screen.waitFor(/^[│┃]❯ .*HIPAA-164\.312b/);
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("1 of 1 hit"));
    screen.press("m", "g");
    await screen.waitFor(new RegExp(`❯ +${audit} .*▸ \\d+ lines`));
    // From here on, the first clause has room.
    screen.resize(120, 60);
    screen.press("g", "g");
    await screen.waitFor(/✗ +\d+ . +- clause_id: HIPAA-164\.308a1A +▸ \d+ lines/);
    screen.press("m", "g");
    await screen.waitUntil((now) => !now.text().includes("▸"));
  });

  it("stays at its line when another program saves the file, and shows a text that cannot be parsed", async () => {
    const { screen, folder } = await openPolicies({ "p.yaml": healthcare }, wide);
    const path = join(folder, "p.yaml");
    screen.press("enter");
    await screen.waitFor("[Cell]");
    screen.press("tab", "tab", "j");
    const line = lineOf(healthcare, "- axis: Λ6") + 1;
    await screen.waitFor(new RegExp(`❯ +${line} ┃ +label: Security`));
    writeFileSync(path, `# one\n# two\n${healthcare}`);
    await screen.waitFor(new RegExp(`❯ +${line + 2} ┃ +label: Security`));
    writeFileSync(path, healthcare.slice(0, healthcare.length / 2));
    await screen.waitFor(/✗ \d+ error/);
    writeFileSync(path, healthcare);
    await screen.waitFor("✓ valid");
    await screen.waitFor(/│ +label: Security|┃ +label: Security/);
  });
});
