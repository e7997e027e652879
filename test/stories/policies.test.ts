import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sharedEngine } from "../support/app/shared-engine.ts";
import { policyApps } from "../support/policy/policy-apps.ts";
import { changed, policyFolder, shippedPolicy } from "../support/policy/policy-folder.ts";

const { openOn, openPolicies } = policyApps(sharedEngine());

const healthcare = shippedPolicy("healthcare");
const financial = shippedPolicy("financial");
const mislabelled = changed(healthcare, "label: Robustness", "label: Security");

describe("the list of policies", () => {
  it("shows the ten bundled policies without a folder, all valid", async () => {
    const { screen } = await openOn(null);
    screen.press("3");
    await screen.waitFor(/· pharmaceutical\.yaml +\d+ to review/);
    await screen.waitFor("10 policies");
    const valid = screen
      .text()
      .split("\n")
      .filter((line) => /^│[❯ ] · \w+\.yaml +\d+ to review +\d+, needs \d +[\d.]+ Λ\d+ +0\/\d+/.test(line));
    expect(valid).toHaveLength(10);
    expect(screen.line(0)).toContain("[3 Policies]");
    await screen.waitFor("open yours with --policies DIR");
  });

  it("sorts the worst first, with errors, warnings, coverage and progress, and counts failures in its tab", async () => {
    const { screen } = await openPolicies({
      "a-good.yaml": healthcare,
      "b-warned.yaml": changed(
        healthcare,
        "merkle_root_algorithm: SHA3-256",
        "merkle_root_algorithm: BLAKE3",
      ),
      "c-wrong.yaml": mislabelled,
      "d-unreadable.yaml": "regime: [",
      "notes.txt": "no policy",
    });
    await screen.waitFor(/^[│┃]?❯ ✗ d-unreadable\.yaml +unreadable +.*unreadable/);
    await screen.waitFor(/^[│┃] {2}✗ c-wrong\.yaml +1 error +.*9, needs 7 +1\.7 Λ8 +0\/13/);
    await screen.waitFor(/^[│┃] {2}▲ b-warned\.yaml +1 warning +.*9, needs 7 +1\.7 Λ8 +0\/13/);
    await screen.waitFor(/^[│┃] {2}· a-good\.yaml +13 to review +9, needs 7 +1\.7 Λ8 +0\/13/);
    expect(screen.row(/d-unreadable/)).toBeLessThan(screen.row(/c-wrong/));
    expect(screen.row(/c-wrong/)).toBeLessThan(screen.row(/b-warned/));
    expect(screen.row(/b-warned/)).toBeLessThan(screen.row(/a-good/));
    expect(screen.line(0)).toContain("[3 Policies 2✗]");
    expect(screen.text()).not.toContain("notes.txt");
  });

  it("counts failures in its tab before it is opened", async () => {
    const folder = policyFolder({ "wrong.yaml": mislabelled });
    const { screen } = await openOn(folder, { columns: 120 });
    await screen.waitFor("3 Policies 1✗");
  });

  it("filters by name while typed, and shows all again on Esc", async () => {
    const { screen } = await openPolicies({
      "health.yaml": healthcare,
      "money/finance.yaml": financial,
    });
    await screen.waitFor("money/finance.yaml");
    screen.press("/");
    screen.type("FIN");
    await screen.waitFor("1 of 2");
    expect(screen.text()).not.toContain("health.yaml");
    screen.press("enter");
    await screen.waitUntil((now) => !now.cursor.visible);
    await screen.waitFor(/^[│┃]?❯ · money\/finance\.yaml/);
    screen.press("esc");
    await screen.waitFor("health.yaml");
    screen.press("/");
    screen.type("zzz");
    await screen.waitFor("No policies match the filter");
    screen.press("esc");
    await screen.waitFor("health.yaml");
  });

  it("follows added and removed policies, down to an empty folder", async () => {
    const { screen, folder } = await openPolicies({ "one.yaml": healthcare });
    writeFileSync(join(folder, "two.yaml"), financial);
    await screen.waitFor(/· two\.yaml/);
    rmSync(join(folder, "one.yaml"));
    await screen.waitUntil((now) => !now.text().includes("one.yaml"));
    rmSync(join(folder, "two.yaml"));
    await screen.waitFor("No policies yet");
    screen.press("f5");
    await screen.waitFor("0 policies");
  });

  it("copies the path of a policy and the ID of a clause", async () => {
    const { screen, folder } = await openPolicies({ "one.yaml": healthcare });
    screen.press("y");
    await screen.waitFor(`Copied ${folder}`.slice(0, 40));
    screen.press("enter");
    await screen.waitFor("[Cell]");
    screen.press("y");
    await screen.waitFor("Copied HIPAA-164.308a1A");
  });

  it("shows the heat map on v and the list again, and groups and folds subdirectories", async () => {
    const { screen } = await openPolicies({ "health.yaml": healthcare, "eu/finance.yaml": financial });
    await screen.waitFor(/· eu\/finance\.yaml/);
    screen.press("v");
    await screen.waitFor(/policy +Λ1 +Λ2 .* Λ10/);
    await screen.waitFor(/· health\.yaml +██! +▓▓!/);
    screen.press("v");
    await screen.waitFor(/policy +needs you/);
    screen.press("m", "g");
    await screen.waitFor(/▾ eu\/ {2}1 policy/);
    screen.press("g", "g", "enter");
    await screen.waitFor(/❯ ▸ eu\/ {2}1 policy/);
    expect(screen.text()).not.toContain("finance.yaml");
    screen.press("enter");
    await screen.waitFor("finance.yaml");
    screen.press("m", "g");
    await screen.waitFor(/· eu\/finance\.yaml/);
  });
});
