import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readReview } from "../../src/policy-files/review-folder.ts";
import { openApp, startApp } from "../support/app/open-app.ts";
import { gitPolicies } from "../support/policy/git-policies.ts";
import { policyApps } from "../support/policy/policy-apps.ts";
import { changed, lineOf, policyFolder, shippedPolicy } from "../support/policy/policy-folder.ts";

const { openPolicies, openPolicy } = policyApps(openApp);

const healthcare = shippedPolicy("healthcare");
const marked = changed(healthcare, "label: Robustness", 'label: "Security" # for now');
const mislabelled = changed(healthcare, "label: Robustness", "label: Security");
const wrong = lineOf(mislabelled, "axis: Λ8") + 1;
const wide = { columns: 120, rows: 40 };

/** Creates an editor with a name of vi that records its arguments and runs a sed script on the file. */
function recordingEditor(script: string): string {
  const folder = policyFolder({
    vim: `#!/bin/sh\necho "$1" >> "$0.args"\nsed '${script}' "$2" > "$2.new" && mv "$2.new" "$2"\n`,
  });
  const editor = join(folder, "vim");
  chmodSync(editor, 0o700);
  return editor;
}

describe("the key e", () => {
  it("opens the source in $EDITOR at the line and column of the finding, and checks it afterwards", async () => {
    const folder = policyFolder({ "p.yaml": marked });
    const tools = policyFolder({
      // The name is that of an editor that accepts commands.
      vim: `#!/bin/sh\necho "$@" > "$0.args"\nsed 's/"Security" # for now/Robustness/' "$2" > "$2.new" && mv "$2.new" "$2"\n`,
    });
    const editor = join(tools, "vim");
    chmodSync(editor, 0o700);
    const { screen } = await openPolicy(folder, { env: { EDITOR: editor } });
    await screen.waitFor("axis-label-mismatch");
    screen.press("e");
    await screen.waitFor("✓ valid");
    const line = lineOf(marked, '"Security" # for now');
    expect(readFileSync(`${editor}.args`, "utf8")).toBe(
      `+call cursor(${line},16) ${join(folder, "p.yaml")}\n`,
    );
    expect(screen.alternate).toBe(true);
    screen.press("enter", "esc", "j");
    await screen.waitFor(/^[│┃]?❯ .*308a1D/);
  });

  it("opens the editor at the cursor, checks what was saved, and stays at its line", async () => {
    const editor = recordingEditor("1i # added above\ns/label: Security/label: Robustness/");
    // The label of Λ6 is Security, too.
    const text = mislabelled.replace(/axis: Λ6\n {8}label: Security/g, "axis: Λ6\n        label:  Security");
    const { screen } = await openPolicies({ "p.yaml": text }, { ...wide, env: { EDITOR: editor } });
    screen.press("enter");
    await screen.waitFor("[Findings 1]");
    screen.press("tab");
    await screen.waitFor(new RegExp(`❯✗ +${wrong} `));
    screen.press("j");
    await screen.waitFor(new RegExp(`❯ +${wrong + 1} ┃ +weight: 0.6`));
    screen.press("e");
    await screen.waitFor("✓ valid");
    await screen.waitFor(new RegExp(`❯ +${wrong + 2} ┃ +weight: 0.6`));
    await screen.waitFor("[Source]");
    screen.press("k");
    await screen.waitFor(new RegExp(`❯ +${wrong + 1} ┃ +label: Robustness`));
    screen.press("e");
    await screen.waitFor(new RegExp(`❯ +${wrong + 2} ┃ +label: Robustness`));
    expect(readFileSync(`${editor}.args`, "utf8")).toBe(
      `+call cursor(${wrong + 1},9)\n+call cursor(${wrong + 1},9)\n`,
    );
  });
});

describe("a review", () => {
  it("is shared by two apps: each shows and keeps the marks of the other", async () => {
    const folder = policyFolder({ "p.yaml": healthcare });
    const one = await openPolicy(folder);
    const other = await openPolicy(folder);
    one.screen.press("a");
    await other.screen.waitFor(/approved +1 of 13 /);
    other.screen.press("j", "i");
    await other.screen.waitFor("Flag HIPAA-164.308a1D");
    other.screen.type("why?");
    other.screen.press("enter");
    await one.screen.waitFor(/approved +1 of 13 .* ⚑ 1/);
    await one.screen.waitFor(/^..⚑ 308a1D .* ⚑ /);
    expect(readReview(join(folder, "p.yaml.review"))).toMatchObject({
      entries: [
        { kind: "approved", clauseId: "HIPAA-164.308a1A" },
        { kind: "flagged", clauseId: "HIPAA-164.308a1D", text: "why?" },
      ],
      problem: null,
    });
  });
});

/** Weakens the retention and a mapping, strengthens another one, and removes a clause. */
function edited(): string {
  const retained = changed(healthcare, "receipt_retention_days: 2192", "receipt_retention_days: 400");
  const weighted = changed(retained, "weight: 0.6", "weight: 0.9");
  const lax = changed(
    weighted,
    "weight: 0.8\n        enforcement: mandatory\n      - axis: Λ9",
    "weight: 0.8\n        enforcement: informational\n      - axis: Λ9",
  );
  const start = lax.indexOf("  - clause_id: HIPAA-164.308a2\n");
  return lax.slice(0, start) + lax.slice(lax.indexOf("  - clause_id: HIPAA-164.308a7\n"));
}

describe("a screen reader", () => {
  it("is told the changes, the selected one, and the changed cells", async () => {
    const { folder, write } = await gitPolicies({ "p.yaml": healthcare });
    write("p.yaml", edited());
    const args = ["--screen-reader", "--policies", folder];
    const screen = await startApp({ args, columns: 220, rows: 60, shownRows: 150 });
    await screen.waitFor(/^receiver http/);
    screen.press("3");
    await screen.waitFor(/p\.yaml/);
    screen.press("enter");
    await screen.waitFor(/308a1A Risk analysis: .*Λ8 recommended 0\.9 strengthened since HEAD/);
    await screen.waitFor("removed since HEAD: HIPAA-164.308a2 Assigned security responsibility");
    screen.press("v");
    await screen.waitFor(/^selected 3 of 4: weakened: HIPAA-164\.524: Λ1/);
    await screen.waitFor("change 3 of 4");
    screen.press("[");
    await screen.waitFor(/^selected 2 of 4: weakened: clause removed: HIPAA-164\.308a2/);
    screen.press("tab");
    await screen.waitFor("since HEAD: 3 weaker, 1 stronger, = 0 other");
  });

  it("is told a what-if change with its effect, and that it is kept", async () => {
    const folder = policyFolder({ "p.yaml": healthcare });
    const args = ["--screen-reader", "--policies", folder];
    const screen = await startApp({ args, columns: 220, rows: 60, shownRows: 150 });
    await screen.waitFor(/^receiver http/);
    screen.press("3");
    await screen.waitFor(/p\.yaml/);
    screen.press("enter");
    await screen.waitFor(/308a1A Risk analysis/);
    screen.press("-");
    await screen.waitFor(/what if: HIPAA-164\.308a1A Λ6 weight 0\.95, Ctrl\+S keep, Esc discard/);
    await screen.waitFor(/308a1A Risk analysis: Λ6 mandatory 0\.95.*, what if/);
    screen.press("ctrl+s");
    await screen.waitFor("Kept: HIPAA-164.308a1A Λ6 weight 0.95");
  });
});
