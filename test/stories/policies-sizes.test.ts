import { describe, expect, it } from "vitest";
import { sharedEngine } from "../support/app/shared-engine.ts";
import { policyApps } from "../support/policy/policy-apps.ts";
import { changed, shippedPolicy } from "../support/policy/policy-folder.ts";

const healthcare = shippedPolicy("healthcare");
const financial = shippedPolicy("financial");
const mislabelled = changed(healthcare, "label: Robustness", "label: Security");

const { openPolicies } = policyApps(sharedEngine());

describe("the Policies screen at any size", () => {
  it("shows the document below the list in a wide, high window", async () => {
    const { screen } = await openPolicies(
      { "a.yaml": mislabelled, "b.yaml": financial },
      { columns: 200, rows: 50 },
    );
    await screen.waitFor(/^┃❯ ✗ a\.yaml /);
    await screen.waitFor(/│.*HIPAA-164\.308a1A +Risk anal/);
    screen.press("j");
    await screen.waitFor(/^[│┃]?❯ · b\.yaml/);
    await screen.waitFor(/│.*SOX-302/);
    await screen.waitFor(/│ SOX-302 × Λ1 Transparency .*││ ✓ valid · 0 errors/);
    screen.press("enter", "j");
    await screen.waitFor(/┃❯ .*SOX-404/);
    screen.resize(80, 24);
    await screen.waitFor(/^[│┃]?❯ .*SOX-404/);
    screen.resize(40, 10);
    await screen.waitFor(/^[│┃]?❯ .*SOX-404/);
    screen.press("esc");
    await screen.waitFor(/^[│┃]?❯ · b\.yaml/);
    screen.resize(200, 50);
    await screen.waitFor(/│.*SOX-302/);
  });

  it("shows one pane at a time in a low window, with its position", async () => {
    const { screen } = await openPolicies({ "a.yaml": mislabelled });
    screen.resize(40, 10);
    screen.press("enter");
    await screen.waitFor(/^❯ {3}\S/);
    await screen.waitFor(/covers 9 of 10|^ {3}9 of 10/m);
    expect(screen.text()).not.toContain("[Findings");
    screen.press("]");
    await screen.waitFor(/Findings.* 1-\d of \d/);
    expect(screen.text()).not.toContain("covers");
    screen.press("tab");
    await screen.waitFor("[Source]");
    screen.press("esc");
    await screen.waitFor(/^❯ {3}\S/);
    screen.press("tab");
    await screen.waitFor("[Source]");
  });

  it("supports the mouse: the wheel and clicks select, in the list and the document", async () => {
    const { screen } = await openPolicies(
      { "a.yaml": healthcare, "b.yaml": healthcare, "c.yaml": healthcare },
      { columns: 200, rows: 50 },
    );
    await screen.waitFor(/^[│┃]?❯ · a\.yaml/);
    screen.click(10, screen.row(/· b\.yaml/));
    await screen.waitFor(/^[│┃]?❯ · b\.yaml/);
    screen.wheel("down", 10, 4);
    await screen.waitFor(/^[│┃]?❯ · c\.yaml/);
    screen.click(150, 10);
    await screen.waitFor("Esc back");
    screen.click(10, screen.row(/· a\.yaml/));
    await screen.waitFor(/^[│┃]?❯ · a\.yaml/);
    await screen.waitFor("Enter open");
  });

  it("conveys everything without color", async () => {
    const { screen } = await openPolicies(
      { "a.yaml": mislabelled, "b.yaml": financial },
      { columns: 120, rows: 40, env: { NO_COLOR: "1" } },
    );
    await screen.waitFor(/^[│┃]?❯ ✗ a\.yaml .* 1 ✗/);
    await screen.waitFor(/^[│┃] {2}· b\.yaml/);
    screen.press("enter");
    await screen.waitFor("Esc back");
    await screen.waitFor("✗ 1 error");
    screen.press("a");
    await screen.waitFor("Approve HIPAA-164.308a1A?");
    screen.press("y");
    await screen.waitFor(/^[│┃]?❯✓ 308a1A/);
    screen.press("j", "i");
    await screen.waitFor("Reason");
    screen.type("Late");
    screen.press("enter");
    await screen.waitFor(/^[│┃]?❯⚑ 308a1D/);
    const codes = [...screen.raw.matchAll(/\u001b\[([\d;]*)m/g)].flatMap(([, all]) =>
      (all ?? "").split(";").map(Number),
    );
    expect([...new Set(codes)].filter((code) => ![0, 1, 2, 7, 22, 27].includes(code))).toEqual([]);
  });
});
