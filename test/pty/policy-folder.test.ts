import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openApp } from "../support/app/open-app.ts";
import { runCli } from "../support/cli.ts";
import { gitPolicies } from "../support/policy/git-policies.ts";
import { changed, shippedPolicy } from "../support/policy/policy-folder.ts";

const healthcare = shippedPolicy("healthcare");
const weaker = changed(healthcare, "receipt_retention_days: 2192", "receipt_retention_days: 400");

it("tells a reviewer what needs attention in a directory, and why", async () => {
  const { folder, write, save } = await gitPolicies({
    "energy.yaml": shippedPolicy("energy"),
    "eu/finance.yaml": shippedPolicy("financial"),
    "health.yaml": healthcare,
  });
  const { screen } = await openApp({ args: ["--policies", folder], columns: 120, rows: 40 });
  await runCli(["policy", "seal", join(folder, "health.yaml")], { home: screen.home });
  await save();
  screen.press("3");

  // The weakest first; the selected one is below the list.
  await screen.waitFor(/❯ ✓ energy\.yaml .*8, needs 6 +0\.9 Λ5 0\/12/);
  await screen.waitFor(/─ energy\.yaml · NERC-CIP/);
  await screen.waitFor(/health\.yaml .*▲ unsigned/);
  expect(screen.row(/energy\.yaml/)).toBeLessThan(screen.row(/finance\.yaml/));
  expect(screen.row(/eu\/finance\.yaml/)).toBeLessThan(screen.row(/health\.yaml/));
  expect(screen.text()).not.toContain("HEAD ┃");

  // Another editor weakens one, breaks one and adds one.
  write("health.yaml", weaker);
  write("new.yaml", healthcare);
  await screen.waitFor(/health\.yaml .*▲ changed +▼1/);
  await screen.waitFor(/new\.yaml .* new/);
  write("eu/finance.yaml", changed(shippedPolicy("financial"), "label: Auditability", "label: Security"));
  await screen.waitFor(/✗ eu\/finance\.yaml +SOX\S* +[1-9]\d* ✗/);
  expect(screen.row(/eu\/finance\.yaml/)).toBeLessThan(screen.row(/energy\.yaml/));
  expect(screen.line(0)).toContain("[3 Policies 1✗]");
  screen.press("g");
  await screen.waitFor(/─ eu\/finance\.yaml/);
  await screen.waitFor(/✗ [1-9]\d* errors?/);

  // A sorted column, the heat map, the groups and a filter.
  screen.press("s", "s");
  await screen.waitFor(/policy▲/);
  screen.press("H");
  await screen.waitFor(/policy +Λ1 +Λ2/);
  screen.press("H", "z");
  await screen.waitFor(/▾ eu {2}1 policy {2}1 ✗/);
  screen.press("z", "/");
  screen.type("new");
  await screen.waitFor("1 of 4");
  await screen.waitFor(/─ new\.yaml · HIPAA/);
  screen.press("esc");
  await screen.waitFor(/eu\/finance\.yaml/);

  // A deleted one leaves, also as the selected one, and is named if HEAD has it; a corrupted one says why.
  rmSync(join(folder, "new.yaml"));
  await screen.waitUntil((now) => !now.text().includes("new.yaml"));
  rmSync(join(folder, "eu", "finance.yaml"));
  await screen.waitFor("✗ deleted since HEAD: eu/finance.yaml");
  expect(screen.text()).toMatch(/2 of 2/);
  writeFileSync(join(folder, "energy.yaml"), "regime: [");
  await screen.waitFor(/✗ energy\.yaml .*unreadable/);
});

it("lists a thousand policies, worst first, and goes to the last one", async () => {
  const texts = [healthcare, shippedPolicy("energy"), changed(healthcare, "weight: 1.0", "weight: 9")];
  const files = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, index) => [`p${index}.yaml`, texts[index % 3] ?? ""]),
  );
  const { folder } = await gitPolicies(files);
  const { screen } = await openApp({ args: ["--policies", folder], columns: 120, rows: 40 });
  screen.press("3");
  await screen.waitFor("[3 Policies 333✗]");
  await screen.waitFor(/❯ ✗ p\d+\.yaml/);
  await screen.waitFor(/1-\d+ of 1,000/);
  screen.press("G");
  await screen.waitFor(/-1,000 of 1,000/);
  await screen.waitFor(/❯ ✓ p\d+\.yaml/);
});
