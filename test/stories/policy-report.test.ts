import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sharedEngine } from "../support/app/shared-engine.ts";
import { runInProcess } from "../support/cli.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { policyApps } from "../support/policy/policy-apps.ts";
import { policyFolder, shippedPolicy } from "../support/policy/policy-folder.ts";

const { openOn, openPolicy } = policyApps(sharedEngine());

const healthcare = shippedPolicy("healthcare");

describe("the key x", () => {
  it("exports the report that the command prints beside the policy, and asks before it replaces a file", async () => {
    const folder = policyFolder({ "p.yaml": healthcare });
    const out = freshDataDir("reports");
    mkdirSync(out, { recursive: true });
    const { screen } = await openPolicy(folder, { reviewer: "Ann Lee", cwd: out });
    screen.press("a");
    await screen.waitFor(/approved +1 of 13 /);
    screen.press("x");
    await screen.waitFor("Export the review of p.yaml");
    await screen.waitFor("p-review.md");
    screen.press("enter");
    await screen.waitFor(/✓ Exported the review of p\.yaml to .*p-review\.md/);
    const path = join(folder, "p.yaml");
    const printed = await runInProcess(["policy", "review", "export", path], { home: screen.home });
    const markdown = readFileSync(join(folder, "p-review.md"), "utf8");
    expect(markdown).toBe(printed.stdout);
    expect(markdown).toContain("✓ approved by Ann Lee, ");

    screen.press("x");
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
    const page = await runInProcess(["policy", "review", "export", path, "--format", "html"], {
      home: screen.home,
    });
    expect(readFileSync(join(folder, "p-review.html"), "utf8")).toBe(page.stdout);

    screen.press("x");
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
    const { screen } = await openPolicy(folder, { reviewer: "Ann Lee" });
    screen.press("x");
    await screen.waitFor("Export the review of p.yaml");
    screen.press("tab", "ctrl+u");
    screen.type(join(folder, "p.yaml", "report.md"));
    screen.press("enter");
    await screen.waitFor("was not written (it is not");
    await screen.waitFor("report.md");
    expect(readFileSync(join(folder, "p.yaml"), "utf8")).toBe(healthcare);
  });

  it("is disabled for a policy that cannot be read", async () => {
    const folder = policyFolder({ "p.yaml": "regime: [" });
    const app = await openOn(folder, { columns: 120, rows: 40 });
    app.screen.press("3");
    await app.screen.waitFor(/^[│┃]?❯ . p\.yaml/);
    app.screen.press("enter");
    await app.screen.waitFor("[Findings");
    app.screen.press("x");
    await app.screen.waitFor("This policy cannot be read");
  });
});
