import { join } from "node:path";
import { expect, it } from "vitest";
import { reviewPath } from "../../src/policy-files/beside-policy.ts";
import { readPolicyFile } from "../../src/policy-files/read-policy-file.ts";
import { addEntry } from "../../src/policy-files/review-folder.ts";
import type { EntryKind } from "../../src/policy/review/review-entry.ts";
import { reviewedClauses } from "../../src/policy/review/reviewed-clauses.ts";
import { isDrawn } from "../support/app/header.ts";
import { sharedEngine } from "../support/app/shared-engine.ts";
import { runInProcess } from "../support/cli.ts";
import { hostileStrings } from "../support/hostile-text.ts";
import { policyFolder, shippedPolicy } from "../support/policy/policy-folder.ts";
import { reviewEntry } from "../support/policy/review-entries.ts";
import { expectInert } from "../support/screen/inert.ts";

const mountShared = sharedEngine();

const hostile = hostileStrings.map(({ text }) => text).join("|");

it("draws hostile webhooks harmlessly: list, detail, form and dialogs", async () => {
  const app = await mountShared();
  const { screen } = app;
  // Limited to names and URLs that the hub accepts.
  const name = `me/${hostileStrings.map(({ text }) => text.replaceAll(/[\s,/:]/g, "")).join("")}`;
  const { id } = await app.hub.createWebhook({
    url: `https://example.org/${name}`,
    watched: [{ type: "dataset", name }],
    domains: [],
    secret: "secret",
  });
  await screen.waitFor("[1 Webhooks 1]");
  await screen.waitFor(/^[│┃]?❯ ● +\w{4}…\w{5}/);
  screen.press("enter");
  await screen.waitFor("Esc back");
  screen.press("tab");
  await screen.waitFor(/watches +dataset:me\//);
  screen.press("esc");
  await screen.waitFor("Enter open");
  screen.press("e");
  await screen.waitFor(`Edit webhook ${id}`);
  screen.press("tab", "tab", "tab", "tab", "ctrl+r", "esc");
  await screen.waitUntil((now) => !now.text().includes("Edit webhook"));
  screen.press("t");
  await screen.waitFor("Trigger an event");
  screen.press("enter");
  // The reason contains the whole name, without hiding the hint.
  await screen.waitFor(/owner\/name\)\./);
  await screen.waitFor("Write type:owner/name, for example");
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("Trigger an event"));
  screen.press("d");
  await screen.waitFor("y delete  Esc cancel");
  screen.press("y");
  await screen.waitFor("No webhooks yet");
  screen.press("q");
  expect(await screen.exit).toEqual({ code: 0, signal: null });
  expectInert(screen);
});

it("draws hostile runs harmlessly: their commands, their output, and the confirmation to cancel one", async () => {
  const app = await mountShared();
  const { screen } = app;
  // Process arguments cannot contain NUL, but output can.
  const text = hostile.replaceAll("\0", "");
  const script = String.raw`printf '%s\n' "$1"; printf 'a\000b\n\377\233\n'; echo the end; while :; do sleep 0.1; done`;
  await app.hub.runJob({ command: ["sh", "-c", script, text, text], image: text });
  screen.press("4");
  await screen.waitFor("▶ running");
  screen.press("enter");
  await screen.waitFor("the end");
  screen.press("g", "g", "m", "w", "G", "m", "w", "d");
  await screen.waitFor("Cancel run");
  screen.press("y");
  await screen.waitFor("canceled");
  screen.press("esc");
  await screen.waitFor("⊘ canceled");
  expectInert(screen);
});

/** A policy that violates the schema in most fields, with hostile text in each. */
function hostilePolicy(text: string): string {
  const mapping = {
    axis: "Λ1",
    label: text,
    weight: 0.5,
    enforcement: "mandatory",
    rationale: text,
    [text]: text,
  };
  const clause = {
    clause_id: text,
    title: text,
    citation: text,
    full_ref: text,
    lambda_axes: [mapping, text],
  };
  return JSON.stringify({
    schema_version: text,
    vertical: text,
    regime: text,
    effective_date: text,
    jurisdiction: text,
    meta: { title: text, description: text, authority: text, merkle_root_algorithm: text, [text]: text },
    regulatory_clauses: [clause, clause],
    compliance_thresholds: {
      minimum_lambda_coverage: 3,
      mandatory_axes: [text, "Λ1"],
      receipt_retention_days: 400,
      [text]: text,
    },
    receipt_chain: { algorithm: text, chaining: text, quorum: text, nodes: [text, text], [text]: text },
    [text]: text,
  });
}

it("draws hostile policies harmlessly: list, matrix, every pane, dialog and review", async () => {
  // File names cannot contain slashes or NUL, nor exceed 255 bytes.
  const name = hostile.replaceAll(/[/\0]/g, "").slice(0, 50);
  const entry = {
    format: "hooklens-review",
    version: 2,
    id: "20261120T091403218Z-0a1b2c3d",
    kind: "comment",
    clause_id: hostile,
    clause_sha256: "0".repeat(64),
    text: hostile,
    by: hostile,
    at: "2026-11-20T09:14:03.218Z",
  };
  const folder = policyFolder({
    "p.json": hostilePolicy(hostile.toWellFormed()),
    "p.json.review/A.json": JSON.stringify(entry),
    "text.yaml": `# ${hostile}\nregime: "${hostile}`,
    [`${name}.yaml`]: `${hostile}: [${hostile}`,
  });
  const { screen } = await mountShared({
    args: ["--policies", folder],
    env: { USER: hostile.replaceAll("\0", "") },
  });
  const commentOrReason = /Comment on |has no (?:readable clause|canonical form)/;
  screen.press("3");
  for (const columns of [80, 200]) {
    screen.resize(columns, 40);
    await screen.waitUntil(isDrawn);
    screen.press("g", "g");
    for (let file = 0; file < 3; file += 1) {
      await screen.waitFor(/policy .*approved/);
      screen.press("enter");
      await screen.waitFor("Esc back");
      await screen.waitUntil((now) => !now.text().includes("  Loading "));
      for (let step = 0; step < 4; step += 1)
        screen.press("tab", "]", "]", "ctrl+e", "ctrl+e", "ctrl+y", "l", "enter", "j");
      screen.press("F", "c");
      // Shows the dialog or the reason why it is disabled.
      await screen.waitFor(commentOrReason);
      screen.press("esc");
      await screen.waitUntil((now) => !commentOrReason.test(now.text()));
      // From an explanation, Esc returns to the matrix first.
      while (!screen.text().includes("Enter open")) {
        const before = screen.text();
        screen.press("esc");
        await screen.waitUntil((now) => now.text() !== before);
      }
      screen.press("j");
    }
  }
  screen.press("/");
  screen.paste(hostile.replaceAll("\u001b[201~", ""));
  await screen.waitFor(/filter .* 0 of 3/);
  screen.press("esc");
  await screen.waitFor("Enter open");
  screen.press("q");
  expect(await screen.exit).toEqual({ code: 0, signal: null });
  expectInert(screen);
});

it("draws a hostile discussion harmlessly: names, reasons, replies and its report", async () => {
  const text = shippedPolicy("healthcare");
  const folder = policyFolder({ "p.yaml": text });
  const path = join(folder, "p.yaml");
  const { check } = await readPolicyFile(path);
  const [{ id, hash } = { id: null, hash: null }] = reviewedClauses(check.document?.value);
  const say = (kind: EntryKind, entry: string, to: string | null) =>
    addEntry(
      reviewPath(path),
      reviewEntry(kind, {
        id: entry,
        to,
        clauseId: id ?? "",
        clauseHash: hash ?? "",
        by: hostile,
        text: hostile,
      }),
    );
  say("flagged", "1", null);
  say("reply", "2", "1");
  say("comment", "3", null);
  const { screen } = await mountShared({ args: ["--policies", folder], columns: 120, rows: 40 });
  screen.press("3");
  await screen.waitFor(/^[│┃]?❯ . p\.yaml/);
  screen.press("enter");
  await screen.waitFor(/approved +0 of 13 .* ⚑ 1/);
  screen.press("enter");
  await screen.waitFor("discussion");
  for (const rows of [40, 20]) {
    screen.resize(120, rows);
    await screen.waitUntil(isDrawn);
    screen.press(...Array.from({ length: 30 }, () => "ctrl+e"));
  }
  screen.press("m", "a");
  await screen.waitFor("Reply on");
  screen.press("tab", "right");
  await screen.waitFor(/‹ ⚑ /);
  screen.press("esc");
  await screen.waitFor(/Discard changes\?|Esc back/);
  expectInert(screen);
  const report = await runInProcess(["policy", "review", "export", path], { home: screen.home });
  expect(report.code).toBe(0);
  expect(report.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e]/);
});
