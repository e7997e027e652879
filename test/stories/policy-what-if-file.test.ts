import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sharedEngine } from "../support/app/shared-engine.ts";
import {
  healthcare,
  openWhatIfPolicy,
  selectPolicy,
  tryFromMenu,
  wide,
} from "../support/policy/open-what-if.ts";
import { policyApps } from "../support/policy/policy-apps.ts";
import { changed } from "../support/policy/policy-folder.ts";

const { openPolicies, openPolicyFolder } = policyApps(sharedEngine());
const openPolicy = () => openWhatIfPolicy(openPolicies);

describe("a file with a what-if change", () => {
  it("that another program saves asks, and neither change is lost", async () => {
    const { screen, path, written } = await openPolicy();
    screen.press("-");
    await screen.waitFor("what if: HIPAA-164.308a1A Λ6 weight 0.95");
    const saved = changed(healthcare, "title: Audit controls", "title: Audit trails");
    writeFileSync(path, saved);
    await screen.waitFor("Apply the what-if change again?");
    await screen.waitFor("Another program changed p.yaml.");
    await screen.waitFor("Your values are unchanged on disk.");
    screen.press("y");
    await screen.waitFor("✓ Applied to the new version; not written yet");
    await screen.waitFor("312b Audit trails");
    await screen.waitFor("what if: HIPAA-164.308a1A Λ6 weight 0.95");
    expect(written()).toBe(saved);
    screen.press("ctrl+s");
    await screen.waitFor("Kept: HIPAA-164.308a1A Λ6 weight 0.95");
    expect(written()).toBe(changed(saved, "weight:   1.0 #", "weight:   0.95 #"));
  });

  it("that another program set to another value names both", async () => {
    const { screen, path, written } = await openPolicy();
    screen.press("-");
    await screen.waitFor("what if: HIPAA-164.308a1A Λ6 weight 0.95");
    const saved = changed(healthcare, "weight:   1.0 #", "weight:   0.9 #");
    writeFileSync(path, saved);
    await screen.waitFor("· HIPAA-164.308a1A × Λ6: 1 → 0.95 (another program set it to 0.9)");
    expect(screen.text()).not.toContain("unchanged on disk");
    expect(written()).toBe(saved);
    screen.press("d");
    await screen.waitFor(/weight 0\.9 +● mandatory/);
    expect(written()).toBe(saved);
  });

  it("that another program saves while another screen is shown asks when the change is kept", async () => {
    const { screen, folder, path } = await openPolicy();
    screen.press("-");
    await screen.waitFor("what if: HIPAA-164.308a1A Λ6 weight 0.95");
    screen.press("1");
    await screen.waitFor("[1 Webhooks");
    const lighter = changed(healthcare, "weight:   1.0 #", "weight:   0.9 #");
    writeFileSync(path, changed(lighter, "label: Robustness", "label: Security"));
    await screen.waitFor(/Policies 1✗ \*/);
    // This one is checked after the change is tried on the new file, which would ask if its policy were shown.
    writeFileSync(join(folder, "q.yaml"), "regime: [");
    await screen.waitFor(/Policies 2✗ \*/);
    screen.press("3");
    await screen.waitFor("✗ another program changed the file");
    expect(screen.text()).not.toContain("Apply the what-if change again?");
    screen.press("ctrl+s");
    await screen.waitFor("1 → 0.95 (another program set it to 0.9)");
  });

  it("that loses what the change is about says so, and only the rest is applied again", async () => {
    const { screen, path, written } = await openPolicy();
    screen.press("-", "j");
    await tryFromMenu(screen, "map");
    await screen.waitFor("HIPAA-164.308a1D maps Λ6 0.5 recommended and 1 more");
    await tryFromMenu(screen, "minimum");
    await screen.waitFor("Minimum coverage");
    screen.press("ctrl+u");
    screen.type("8");
    screen.press("enter");
    await screen.waitFor("minimum coverage 8 and ");
    const start = healthcare.indexOf("  - clause_id: HIPAA-164.308a1A");
    const saved =
      healthcare.slice(0, start) + healthcare.slice(healthcare.indexOf("  - clause_id: HIPAA-164.308a1D"));
    writeFileSync(path, saved);
    await screen.waitFor("✗ HIPAA-164.308a1A Λ6 weight 0.95: there is no clause HIPAA-164.308a1A");
    await screen.waitFor("· minimum coverage 8");
    // The decision can wait, and nothing is written until then.
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("Apply the what-if change again?"));
    await screen.waitFor("✗ another program changed the file");
    screen.press("ctrl+s");
    await screen.waitFor("Apply the what-if change again?");
    screen.press("y");
    await screen.waitUntil((now) => !now.text().includes("another program changed"));
    screen.press("ctrl+s");
    await screen.waitFor("Kept: minimum coverage 8 and 1 more");
    expect(written()).toContain("minimum_lambda_coverage: 8");
    expect(written()).not.toContain("HIPAA-164.308a1A");
  });

  it("that is damaged says so, and the change stays until it can be read", async () => {
    const { screen, path, written } = await openPolicy();
    screen.press("-");
    await screen.waitFor("what if:");
    writeFileSync(path, "regime: [");
    await screen.waitFor("p.yaml cannot be read. The what-if change stays pending.");
    screen.press("ctrl+s");
    await screen.waitFor("The file cannot be read");
    expect(written()).toBe("regime: [");
    writeFileSync(path, healthcare);
    await screen.waitUntil((now) => !now.text().includes("the file cannot be read"));
    screen.press("ctrl+s");
    await screen.waitFor("Kept: HIPAA-164.308a1A Λ6 weight 0.95");
  });

  it("that another person reviews meanwhile shows the review, without a question", async () => {
    const { screen, folder } = await openPolicy();
    screen.press("-");
    await screen.waitFor("what if:");
    const other = await openPolicyFolder(folder, wide);
    await selectPolicy(other.screen);
    other.screen.press("j", "a");
    await screen.waitFor(/approved +1 of 13 /);
    await screen.waitFor("what if: HIPAA-164.308a1A Λ6 weight 0.95 ·");
    expect(screen.text()).not.toContain("Apply the what-if change again?");
  });

  it("that is deleted says so, and the change stays until the file is back", async () => {
    const { screen, path, written } = await openPolicy();
    screen.press("-");
    await screen.waitFor("what if:");
    rmSync(path);
    await screen.waitFor("p.yaml was deleted. The what-if change stays pending.");
    await screen.waitFor(/what if: HIPAA-164\.308a1A Λ6 weight 0\.95 · Ctrl\+S write again · Esc discard/);
    await screen.waitFor(/^[│┃].*[│┃] ✗ the file was deleted/);
    expect(screen.text()).not.toContain("✓ valid");
    writeFileSync(path, healthcare);
    await screen.waitUntil((now) => !/file was deleted/i.test(now.text()));
    await screen.waitFor("✓ valid");
    screen.press("ctrl+s");
    await screen.waitFor("Kept: HIPAA-164.308a1A Λ6 weight 0.95");
    expect(written()).toBe(changed(healthcare, "weight:   1.0 #", "weight:   0.95 #"));
  });

  it("that is deleted is written again with the change, after a question", async () => {
    const { screen, path, written } = await openPolicy();
    screen.press("-");
    await screen.waitFor("what if:");
    rmSync(path);
    await screen.waitFor("p.yaml was deleted. The what-if change stays pending.");
    await screen.waitFor("Ctrl+S write again  v diff");
    screen.press("ctrl+s");
    await screen.waitFor("Write the file again?");
    await screen.waitFor("p.yaml was deleted. Writing it again restores its last text with:");
    await screen.waitFor("· HIPAA-164.308a1A Λ6 weight 0.95");
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("Write the file again?"));
    expect(existsSync(path)).toBe(false);
    screen.press("esc");
    await screen.waitFor("Write the file again?");
    screen.press("y");
    await screen.waitFor("Wrote p.yaml again: HIPAA-164.308a1A Λ6 weight 0.95 · press u to undo");
    expect(written()).toBe(changed(healthcare, "weight:   1.0 #", "weight:   0.95 #"));
    await screen.waitUntil((now) => !now.text().includes("what if:"));
    await screen.waitFor("✓ valid");
    // An undo removes the change, and not the file.
    screen.press("u");
    await screen.waitFor("Undone: HIPAA-164.308a1A Λ6 weight 0.95");
    expect(written()).toBe(healthcare);
  });
});

describe("the what-if menu", () => {
  const menu = "What if: HIPAA-164.308a1A × Λ6";

  it("closes when its file is deleted, as the forms and the question that it opened do", async () => {
    const { screen, path } = await openPolicy();
    const steps = [
      [null, menu],
      ["weight", "┌ Weight of HIPAA-164.308a1A"],
      ["add", "┌ Add a clause"],
      ["remove", "Remove HIPAA-164.308a1A?"],
    ] as const;
    for (const [chosen, title] of steps) {
      if (chosen === null) screen.press("t");
      else await tryFromMenu(screen, chosen);
      await screen.waitFor(title);
      rmSync(path);
      await screen.waitFor("p.yaml is gone: it was deleted or renamed");
      expect(screen.text()).not.toContain(title);
      writeFileSync(path, healthcare);
      await screen.waitFor(/· p\.yaml/);
      screen.press("enter");
      await screen.waitFor("308a1A × Λ6 Security");
    }
  });

  it("closes when another program saves its file", async () => {
    const { screen, path } = await openPolicy();
    screen.press("t");
    await screen.waitFor(menu);
    writeFileSync(path, changed(healthcare, "weight:   1.0 #", "weight:   0.9 #"));
    await screen.waitFor("p.yaml has changed on disk; t opens the menu again.");
    await screen.waitFor(/weight 0\.9 +● mandatory/);
    expect(screen.text()).not.toContain(menu);
  });

  it("gives way to the question about a file that another program saves during a change", async () => {
    const { screen, path } = await openPolicy();
    screen.press("-");
    await screen.waitFor("what if: HIPAA-164.308a1A Λ6 weight 0.95");
    screen.press("t");
    await screen.waitFor(menu);
    writeFileSync(path, changed(healthcare, "title: Audit controls", "title: Audit trails"));
    await screen.waitFor("Apply the what-if change again?");
    expect(screen.text()).not.toContain(menu);
    screen.press("y", "t");
    await screen.waitFor(menu);
    rmSync(path);
    await screen.waitFor("p.yaml was deleted. The what-if change stays pending.");
    expect(screen.text()).not.toContain(menu);
  });
});
