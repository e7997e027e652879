import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isDrawn } from "../support/app/header.ts";
import { sharedEngine } from "../support/app/shared-engine.ts";
import { policyApps } from "../support/policy/policy-apps.ts";
import { changed, lineOf, shippedPolicy } from "../support/policy/policy-folder.ts";

const { openPolicies } = policyApps(sharedEngine());

const healthcare = shippedPolicy("healthcare");
const mislabelled = changed(healthcare, "label: Robustness", "label: Security");

describe("an open policy", () => {
  it("shows its matrix: shades, enforcement, mandatory axes, coverage, and single support", async () => {
    // Λ1 is mandatory; one of its three clauses remains.
    const text = healthcare
      .replace(/ {2}- clause_id: HIPAA-164\.520[\s\S]*?(?= {2}- clause_id: HITECH)/, "")
      .replace(
        "axis: Λ8\n        label: Robustness\n        weight: 0.6",
        "axis: Λ8\n        label: Robustness\n        weight: 0",
      );
    const { screen } = await openPolicies({ "p.yaml": text }, { columns: 120, rows: 40 });
    screen.press("enter");
    await screen.waitFor("[Cell]");
    expect(screen.line(1)).toMatch(/^┏━ p\.yaml · HIPAA\/HITECH · effective 2026-01-01 ━/);
    expect(screen.text()).toMatch(/State .*✓ valid · 0 errors/s);
    await screen.waitFor(/approved +0 of 11 ░{11}/);
    expect(screen.line(2)).toMatch(
      /clause HIPAA-164\.… +Transp Acct +Priv +Fair +Safety Secur +Audit +Robust Expl +Sov +weight +review/,
    );
    expect(screen.line(3)).toMatch(
      /document order .*Λ1! +Λ2! +Λ3! +Λ4 +Λ5 +Λ6! +Λ7! +Λ8! +Λ9 +Λ10 +mandatory/,
    );
    expect(screen.line(screen.row(/ 308a1A/))).toMatch(
      /Risk analysis +(?:· +){5}\[█● 1 \] +· +0◐ +· +· +█. +1 /,
    );
    expect(screen.line(screen.row(/ 502b /))).toMatch(/█● 1 +▒○ \.3/);
    expect(screen.line(screen.row(/enforced by/))).toMatch(
      /enforced by +1 +2 +2 +0 +0 +3 +2 +2 +0 +0 +covers 8 of 10/,
    );
    expect(screen.line(screen.row(/mandatory weight/))).toMatch(/0\.7 .* — +— +needs 7/);
    expect(screen.line(screen.row(/total weight/))).toMatch(/0\.7¹ +2\.4 .*0\.3¹ .* — +— +strength 0\.7 Λ1/);
    expect(screen.text()).toContain(
      "● mandatory ◐ recommended ○ informational · ! must be enforced · █▓▒░ weight",
    );
    await screen.waitFor("¹ one clause");
  });

  it("moves the cell by h j k l and the arrows, and explains it on Enter", async () => {
    const { screen } = await openPolicies({ "p.yaml": healthcare });
    screen.press("enter");
    await screen.waitFor(/HIPAA-164\.308a1A × Λ6 Security/);
    await screen.waitFor("weight 1  ● mandatory");
    screen.press("j", "h", "h", "h", "h");
    await screen.waitFor(/HIPAA-164\.308a1D × Λ2 Accountability/);
    screen.press("tab");
    await screen.waitFor("[Findings 0]");
    screen.press("enter");
    await screen.waitFor("[Cell]");
    await screen.waitFor("Somebody is named who reads them.");
    await screen.waitFor("45 CFR 164.308(a)(1)(ii)(D)");
    await screen.waitFor(`line ${lineOf(healthcare, "- axis: Λ2")}`);
    await screen.waitFor("without it");
    screen.press("esc");
    await screen.waitFor(/Λ1! +Λ2! .*Λ10/);
    screen.press("right", "left", "left", "up");
    await screen.waitFor(/HIPAA-164\.308a1A × Λ1 Transparency/);
    await screen.waitFor("This clause does not map Λ1 Transparency.");
    screen.press("down", "l", "G");
    await screen.waitFor(/General provisions +outside the clauses/);
    await screen.waitFor(/^[│┃]?❯ +General /);
    screen.press("k");
    await screen.waitFor(/HITECH-13402 × Λ2 Accountability/);
    expect(screen.row(/^[│┃]?❯ .*HITECH-13402/)).toBeGreaterThan(4);
    screen.press("g", "g");
    await screen.waitFor(/HIPAA-164\.308a1A × Λ2/);
  });

  it("shows the loss without a clause", async () => {
    const { screen } = await openPolicies({ "p.yaml": healthcare }, { columns: 120, rows: 40 });
    screen.press("enter");
    await screen.waitFor("[Cell]");
    for (let step = 0; step < 8; step += 1) screen.press("j");
    await screen.waitFor(/HIPAA-164\.502b ×/);
    await screen.waitFor(/without it {2}Λ4 Fairness is covered by nothing: 9 → 8 of 10/);
  });

  it("cycles through its findings, with their source lines, and selects their cells", async () => {
    const text = changed(
      changed(mislabelled, 'effective_date: "2026-01-01"', 'effective_date: "2026-02-30"'),
      "quorum: 2-of-3",
      "quorum: 3-of-2",
    );
    const { screen } = await openPolicies({ "p.yaml": text }, { columns: 120, rows: 40 });
    screen.press("enter");
    await screen.waitFor("[Findings 3]");
    const date = lineOf(text, "2026-02-30");
    await screen.waitFor(new RegExp(`^[│┃]?❯✗ ${date}:17 +the date 2026-02-30 does not exist`));
    await screen.waitFor("│                 ^^^^^^^^^^^^");
    screen.press("]");
    await screen.waitFor("axis-label-mismatch");
    await screen.waitFor(/^[│┃]?❯ .*308a1A .*\[✗▓◐\.6\]/);
    const wrong = lineOf(text, "axis: Λ8") + 1;
    expect(screen.row(new RegExp(`^[│┃]?❯✗ ${wrong}:16`))).toBeGreaterThan(0);
    screen.press("]");
    await screen.waitFor(new RegExp(`^[│┃]?❯✗ ${lineOf(text, "quorum: 3-of-2")}:11 `));
    screen.press("]");
    await screen.waitFor(new RegExp(`^[│┃]?❯✗ ${date}:17`));
    screen.press("[");
    await screen.waitFor(new RegExp(`^[│┃]?❯✗ ${lineOf(text, "quorum: 3-of-2")}:11 `));
  });

  it("shows meta, thresholds with the retention in years, and the receipt chain", async () => {
    const { screen } = await openPolicies({ "p.yaml": healthcare });
    screen.press("enter");
    await screen.waitFor("[Cell]");
    screen.press("shift+tab");
    await screen.waitFor("[State]");
    screen.press(...Array.from({ length: 11 }, () => "ctrl+e"));
    await screen.waitFor(/title +Electronic protected health information/);
    await screen.waitFor(/authority +45 CFR Parts 160 and 164/);
    screen.press("ctrl+e", "ctrl+e", "ctrl+e", "ctrl+e", "ctrl+e");
    await screen.waitFor(/retention +2,192 days \(6 years\)/);
    await screen.waitFor(/receipts +SHA3-256 · merkle_dag · quorum 2-of-3/);
    await screen.waitFor(/nodes +privacy-officer, security-officer/);
    screen.press("ctrl+y", "ctrl+y", "ctrl+y", "ctrl+y", "ctrl+y");
    await screen.waitFor(/title +Electronic/);
    screen.press("tab");
    await screen.waitFor("[Cell]");
    screen.press("tab");
    await screen.waitFor(/\[Findings 0\]/);
    await screen.waitFor("No findings");
  });

  it("shows the source from the line of the cell, and finds text in it", async () => {
    const { screen } = await openPolicies({ "p.yaml": healthcare });
    screen.press("enter");
    await screen.waitFor("[Cell]");
    screen.press("tab", "tab");
    await screen.waitFor("[Source]");
    await screen.waitFor(/❯ *\d+ ┃ +- axis: /);
    screen.press("/");
    await screen.waitUntil((now) => now.cursor.visible);
    screen.type("clause_id: hipaa");
    await screen.waitFor("2 of 11 hits");
    screen.press("enter", "n");
    await screen.waitFor("3 of 11 hits");
    // The numbers of lines are not searched.
    screen.press("/");
    screen.type(" 1 │");
    await screen.waitFor("no hits");
    screen.press("enter", "n");
    await screen.waitFor("The text has no hits.");
    expect(screen.line(screen.text().split("\n").length - 1)).not.toContain("next hit");
    screen.press("esc", "tab");
    await screen.waitFor("[Diff]");
    screen.press("tab");
    await screen.waitFor("[State]");
    screen.press("tab", "j");
    await screen.waitFor("[Cell]");
  });

  it("shows every readable mapping of a document that the schema rejects", async () => {
    const { screen } = await openPolicies({
      "p.json": JSON.stringify({
        regulatory_clauses: [
          {
            clause_id: "A-00001",
            lambda_axes: [{ axis: "Λ1", weight: 7, enforcement: "sometimes" }, { axis: "Λ99" }],
          },
          "no clause",
          {
            title: "Without an id",
            lambda_axes: [{ axis: "Λ10", weight: 0.2, enforcement: "informational" }],
          },
        ],
      }),
    });
    screen.press("enter");
    await screen.waitFor(/\[Findings \d+\]/);
    await screen.waitFor(/A-00001 .*█\?/);
    await screen.waitFor(/\(no ID\) +Without an id .*░○/);
    await screen.waitFor(/covers 2 of 10/);
    // The first finding is a field that is missing outside the clauses, and a key is about what is selected.
    await screen.waitFor(/❯ +General /);
    screen.press("a");
    await screen.waitFor(/✗ and \d+ more errors/);
    screen.press("y");
    await screen.waitFor("General provisions of p.json: approved");
    screen.press("g", "g", "a");
    await screen.waitFor("Approve A-00001?");
    screen.press("y");
    await screen.waitFor("A-00001 of p.json: approved");
    screen.press("j", "i");
    await screen.waitFor("This clause has no readable ID");
  });

  it("shows the one finding of an unreadable text, with its source lines", async () => {
    const { screen } = await openPolicies({ "p.yaml": 'regime: "HIPAA\nvertical: [\n' });
    screen.press("enter");
    await screen.waitFor("[Findings 1]");
    await screen.waitFor(/^[│┃]?❯✗ \d+:\d+ .*parse +│$/);
    await screen.waitFor(/1 │ regime: "HIPAA/);
    screen.press("tab", "tab", "tab");
    await screen.waitFor("This document cannot be read");
  });

  it("returns by Esc, level by level, without quitting", async () => {
    const { screen } = await openPolicies({ "p.yaml": healthcare });
    screen.press("enter");
    await screen.waitFor("[Cell]");
    screen.press("esc");
    await screen.waitFor(/^[│┃]?❯ · p\.yaml/);
    screen.press("l");
    await screen.waitFor("[Cell]");
    screen.press("q");
    await screen.waitFor(/^[│┃]?❯ · p\.yaml/);
    screen.press("esc");
    // Esc and a key in one read would be Alt with that key.
    screen.resize(90, 24);
    await screen.waitUntil(isDrawn);
    // On a busy machine they may still be one read, of a key without effect.
    screen.press("j");
    screen.press("?");
    await screen.waitFor("┌ Help");
    await screen.waitFor("Policies");
  });

  it("shows the findings of a document that becomes invalid while open, at the right lines", async () => {
    const { screen, folder } = await openPolicies({ "p.yaml": healthcare }, { columns: 120, rows: 40 });
    const path = join(folder, "p.yaml");
    screen.press("enter");
    await screen.waitFor("[Cell]");
    await screen.waitFor("✓ valid");
    const broken = changed(mislabelled, "quorum: 2-of-3", "quorum: 9-of-3");
    writeFileSync(path, broken);
    await screen.waitFor(/✗ 2 errors/);
    screen.press("]");
    await screen.waitFor(
      new RegExp(`^[│┃]?❯✗ ${lineOf(broken, "axis: Λ8") + 1}:16 +Λ8 is Robustness, not "Security"`),
    );
    await screen.waitFor(new RegExp(`^[│┃] ✗ ${lineOf(broken, "quorum: 9")}:11 `));
    writeFileSync(path, `${broken.slice(0, 400)}\n  "`);
    await screen.waitFor("[Findings 1]");
    await screen.waitFor(/^[│┃]?❯✗ \d+:\d+ .*parse +││/);
    writeFileSync(path, healthcare);
    await screen.waitFor("✓ valid");
  });

  it("says why n stopped, shows the matrix again for n and +, and a comment in the Cell tab", async () => {
    const scarce = changed(healthcare, "minimum_lambda_coverage: 7", "minimum_lambda_coverage: 9");
    const { screen } = await openPolicies({ "p.yaml": scarce }, { columns: 120, rows: 40 });
    screen.press("enter");
    await screen.waitFor("[Cell]");
    screen.press("i");
    await screen.waitFor("Reason");
    screen.type("no owner");
    screen.press("enter");
    // The message about the flag ends the words of n, and may come after the flag.
    await screen.waitFor("HIPAA-164.308a1A of p.yaml: flagged");
    await screen.waitFor(/⚑ 308a1A +flagged: no owner/);
    screen.press("n");
    await screen.waitFor(/1 of \d+: ⚑ 308a1A flagged: no owner · p\.yaml:/);
    const isMatrixGone = () => !screen.text().includes("enforced by");
    screen.press("enter");
    await screen.waitUntil(isMatrixGone);
    screen.press("n");
    await screen.waitFor(/2 of \d+: ¹ Λ4 depends on one clause/);
    expect(isMatrixGone()).toBe(false);
    screen.press("j", "enter");
    await screen.waitUntil(isMatrixGone);
    screen.press("N");
    await screen.waitFor(/1 of \d+: ⚑ 308a1A/);
    screen.press("tab");
    await screen.waitFor("[Findings 0]");
    screen.press("c");
    await screen.waitFor("Comment on");
    screen.type("who, then?");
    screen.press("enter");
    await screen.waitFor(/✎ you .*who, then\?/);
    await screen.waitFor("[Cell]");
    screen.press("enter");
    await screen.waitUntil(isMatrixGone);
    screen.press("-");
    await screen.waitFor("vs file: ▼ 1 weaker");
    expect(isMatrixGone()).toBe(false);
    // The answer of n goes with the next change of the document, and with a verdict.
    screen.press("n");
    await screen.waitFor(/\d+ of \d+: .* · p\.yaml:/);
    screen.press("+");
    await screen.waitUntil((now) => !/what if:|\d+ of \d+: /.test(now.text()));
    screen.press("N");
    await screen.waitFor(/1 of \d+: ⚑ 308a1A flagged: no owner · p\.yaml:/);
    screen.press("i");
    await screen.waitFor("your verdict is withdrawn");
    await screen.waitUntil((now) => / p\.yaml:\d+ · /.test(now.text()));
    expect(screen.text()).not.toMatch(/\d+ of \d+: /);
  });
});
