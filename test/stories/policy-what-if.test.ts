import { chmodSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sharedEngine } from "../support/app/shared-engine.ts";
import { healthcare, openWhatIfPolicy, tryFromMenu, wide } from "../support/policy/open-what-if.ts";
import { policyApps } from "../support/policy/policy-apps.ts";
import { changed } from "../support/policy/policy-folder.ts";

const { openBundled, openPolicies } = policyApps(sharedEngine());
const openPolicy = () => openWhatIfPolicy(openPolicies);

describe("a what-if change", () => {
  it("of a weight follows at once, is kept with comments and layout, and is undone", async () => {
    const { screen, folder, path, written } = await openPolicy();
    chmodSync(path, 0o640);
    screen.press("-", "-", "-");
    await screen.waitFor(/what if: HIPAA-164\.308a1A Λ6 weight 0\.85 · Ctrl\+S keep · Esc discard/);
    await screen.waitFor(/^[│┃]?❯ +308a1A .*\[\*●\.85\] /);
    await screen.waitFor(/weight 0\.85 +● mandatory/);
    await screen.waitFor("weight:   0.85 # as agreed");
    expect(written()).toBe(healthcare);
    // Other commands wait for the decision.
    screen.press("a");
    await screen.waitFor("A what-if change is pending; keep or discard it first");
    screen.press("ctrl+s");
    await screen.waitFor("Kept: HIPAA-164.308a1A Λ6 weight 0.85 · press u to undo");
    await screen.waitUntil((now) => !now.text().includes("what if:"));
    expect(written()).toBe(changed(healthcare, "weight:   1.0 #", "weight:   0.85 #"));
    screen.press("u");
    await screen.waitFor("Undone: HIPAA-164.308a1A Λ6 weight 0.85");
    expect(written()).toBe(healthcare);
    expect(readdirSync(folder).toSorted()).toEqual(["p.yaml", "q.yaml"]);
  });

  it("loses no step of a held key, and shows the last one", async () => {
    const { screen } = await openPolicy();
    screen.press(...Array.from({ length: 14 }, () => "-"));
    await screen.waitFor("what if: HIPAA-164.308a1A Λ6 weight 0.3 ·");
    await screen.waitFor("weight:   0.3 # as agreed");
  });

  it("is kept once by a held key, and a change behind it is tried on the written file", async () => {
    const { screen, written } = await openPolicy();
    screen.press("-", "ctrl+s", "ctrl+s", "-");
    await screen.waitFor("what if: HIPAA-164.308a1A Λ6 weight 0.9 ·");
    await screen.waitFor("weight:   0.9 # as agreed");
    expect(written()).toBe(changed(healthcare, "weight:   1.0 #", "weight:   0.95 #"));
    expect(screen.text()).not.toContain("Apply the what-if change again?");
    screen.press("u");
    await screen.waitFor("weight:   0.95 # as agreed");
  });

  it("is taken back by u, one cell at a time", async () => {
    const { screen, written } = await openPolicy();
    screen.press("-", "l", "l", "+", "+");
    await screen.waitFor("what if: HIPAA-164.308a1A Λ8 weight 0.7 and 1 more");
    screen.press("y");
    await screen.waitFor("Copied HIPAA-164.308a1A");
    screen.press("u");
    await screen.waitFor("what if: HIPAA-164.308a1A Λ6 weight 0.95 ·");
    await screen.waitFor("Undone: HIPAA-164.308a1A Λ8 weight 0.7");
    screen.press("u");
    await screen.waitUntil((now) => !now.text().includes("what if:"));
    await screen.waitFor("Undone: HIPAA-164.308a1A Λ6 weight 0.95");
    await screen.waitFor(/^[│┃]?❯ +308a1A .* █● 1 .*\[▓◐ \.6\]/);
    expect(written()).toBe(healthcare);
  });

  it("ends when its steps lead back to the value of the file", async () => {
    const { screen } = await openPolicy();
    screen.press("-");
    await screen.waitFor("what if:");
    screen.press("+");
    await screen.waitUntil((now) => !now.text().includes("what if:"));
    screen.press("+");
    await screen.waitFor("The weight is 1");
  });

  it("asks before the policy is left or the app quits, and stays, discards or keeps", async () => {
    const { screen, written } = await openPolicy();
    screen.press("-");
    await screen.waitFor("what if:");
    screen.press("esc");
    await screen.waitFor("Keep the what-if change?");
    await screen.waitFor(/coverage 9 of 10, needs 7 · strength 1\.7 Λ8 · mandatory Λ6 \d\.\d+ → \d\.\d+/);
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("Keep the what-if change?"));
    // Another screen leaves the change pending.
    screen.press("1");
    await screen.waitFor("[1 Webhooks");
    screen.press(":");
    screen.type("quit");
    await screen.waitFor("Quit");
    screen.press("enter");
    await screen.waitFor("Keep the what-if change?");
    screen.press("esc", "3");
    await screen.waitFor("what if: HIPAA-164.308a1A Λ6 weight 0.95");
    screen.press("esc");
    await screen.waitFor("Keep the what-if change?");
    // The key of the diff does not discard.
    screen.press("v", "esc");
    await screen.waitUntil((now) => !now.text().includes("Keep the what-if change?"));
    await screen.waitFor("what if: HIPAA-164.308a1A Λ6 weight 0.95");
    screen.press("esc");
    await screen.waitFor("Keep the what-if change?");
    // The policy stays open.
    screen.press("d");
    await screen.waitUntil((now) => !now.text().includes("what if:"));
    await screen.waitFor("308a1A × Λ6 Security");
    expect(written()).toBe(healthcare);
    screen.press("-");
    await screen.waitFor("what if:");
    screen.press("q");
    await screen.waitFor("Keep the what-if change?");
    screen.press("y");
    await screen.waitFor("Kept: HIPAA-164.308a1A Λ6 weight 0.95");
    expect(written()).toBe(changed(healthcare, "weight:   1.0 #", "weight:   0.95 #"));
  });
});

describe("the what-if menu", () => {
  it("changes enforcement and mappings, and shows what coverage and findings become", async () => {
    const { screen, written } = await openPolicy();
    screen.press("t");
    await screen.waitFor("What if: HIPAA-164.308a1A × Λ6");
    await screen.waitFor("Make the cell mandatory · it is mandatory already");
    screen.type("info");
    await screen.waitFor(/❯ +Make the cell informational/);
    screen.press("enter");
    await screen.waitFor("what if: HIPAA-164.308a1A Λ6 informational");
    await screen.waitFor(/\[\*█○ 1\]/);
    screen.press("t", "down", "down", "down", "enter");
    await screen.waitFor("Weight of HIPAA-164.308a1A Λ6");
    screen.press("ctrl+u");
    screen.type("2");
    screen.press("enter");
    await screen.waitFor("type a number from 0.0 to 1.0");
    screen.press("ctrl+u");
    screen.type("0.25");
    screen.press("enter");
    await screen.waitFor("what if: HIPAA-164.308a1A Λ6 weight 0.25 and 1 more");
    screen.press("l");
    await tryFromMenu(screen, "map");
    await screen.waitFor("HIPAA-164.308a1A maps Λ7 0.5 recommended and 2 more");
    await tryFromMenu(screen, "unmap");
    await screen.waitFor("HIPAA-164.308a1A no longer maps Λ7 and 3 more");
    screen.press("ctrl+s");
    await screen.waitFor("Kept:");
    expect(written()).toBe(
      changed(
        healthcare,
        "weight:   1.0 # as agreed\n        enforcement: mandatory",
        "weight:   0.25 # as agreed\n        enforcement: informational",
      ),
    );
  });

  it("changes clauses and thresholds, and one undo restores the file", async () => {
    const { screen, written } = await openPolicy();
    await tryFromMenu(screen, "remove");
    await screen.waitFor("Remove HIPAA-164.308a1A?");
    await screen.waitFor(/Without it, no axis is lost, mandatory Λ6 \S+ → /);
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("Remove HIPAA-164.308a1A?"));
    expect(screen.text()).not.toContain("what if:");
    await tryFromMenu(screen, "remove");
    screen.press("y");
    await screen.waitFor("what if: clause HIPAA-164.308a1A removed");
    await screen.waitFor(/^[│┃]?❯ +308a1D/);
    await tryFromMenu(screen, "copy");
    await screen.waitFor("Copy HIPAA-164.308a1D");
    screen.press("enter");
    await screen.waitFor("what if: HIPAA-164.308a1D copied as HIPAA-164.308a1D-2 and 1 more");
    await screen.waitFor("308a1D-2");
    await tryFromMenu(screen, "minimum");
    await screen.waitFor("Minimum coverage");
    screen.press("ctrl+u");
    screen.type("10");
    screen.press("enter");
    await screen.waitFor(
      /▼ 1 weaker · ▲ 2 stronger · coverage 9 of 10, needs 10 · (?:mandatory|total) Λ.* · errors 0 → 1/,
    );
    await tryFromMenu(screen, "toggle");
    await screen.waitFor(/Λ\d+ \w+ (no longer )?mandatory and 3 more/);
    await tryFromMenu(screen, "retention");
    await screen.waitFor("Retention of receipts");
    await screen.waitFor("whole days, now 2192");
    screen.type("2192");
    screen.press("enter");
    await screen.waitFor("it is already 2192");
    screen.press("ctrl+u");
    screen.type("4000");
    screen.press("enter");
    await screen.waitFor("retention 4000 days and 4 more");
    // The minimum is not met.
    screen.press("ctrl+s");
    await screen.waitFor("Keep the what-if change?");
    await screen.waitFor("errors 0 → 1");
    expect(written()).toBe(healthcare);
    screen.press("y");
    await screen.waitFor("Kept: retention 4000 days and 4 more");
    expect(written()).toContain("receipt_retention_days: 4000");
    expect(written()).not.toContain("Risk analysis\n");
    screen.press("u");
    await screen.waitFor("Undone: retention 4000 days and 4 more");
    expect(written()).toBe(healthcare);
  });

  it("adds a clause, and says why one cannot be added", async () => {
    const { screen, written } = await openPolicy();
    const add = async (id: string) => {
      await tryFromMenu(screen, "add");
      await screen.waitFor("┌ Add a clause");
      for (const text of [id, "A new clause", "45 CFR 1", "45 CFR 1, new"]) {
        screen.type(text);
        screen.press("tab");
      }
      screen.press("ctrl+s");
      await screen.waitUntil((now) => !now.text().includes("┌ Add a clause"));
    };
    await add("HIPAA-164.524");
    await screen.waitFor("clause HIPAA-164.524 added: there is a clause HIPAA-164.524 already");
    await add("NEW-1");
    await screen.waitFor("what if: clause NEW-1 added");
    await screen.waitFor("NEW-1 A new clause");
    expect(written()).toBe(healthcare);
  });
});

describe("a bundled policy", () => {
  it("can be tried, but not changed", async () => {
    const { screen } = await openBundled(wide);
    screen.press("-");
    await screen.waitFor("what if:");
    screen.press("ctrl+s");
    await screen.waitFor("Bundled policies are read-only");
    screen.press("esc");
    await screen.waitFor("Keep the what-if change?");
    screen.press("d");
    await screen.waitUntil((now) => !now.text().includes("what if:"));
  });
});
