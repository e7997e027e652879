import { connect } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readPolicyFile } from "../../src/policy-files/read-policy-file.ts";
import { addEntry, reviewPath } from "../../src/policy-files/review-folder.ts";
import type { EntryKind } from "../../src/policy/review/review-entry.ts";
import { reviewedClauses } from "../../src/policy/review/reviewed-clauses.ts";
import { backgroundQuery } from "../../src/terminal/background.ts";
import { isDrawn } from "../support/app/header.ts";
import type { OpenApp } from "../support/app/open-app.ts";
import { openApp } from "../support/app/open-app.ts";
import { contentPayload, post } from "../support/app/steps.ts";
import { runCli } from "../support/cli.ts";
import { hostileStrings } from "../support/hostile-text.ts";
import { policyFolder, shippedPolicy } from "../support/policy/policy-folder.ts";
import { reviewEntry } from "../support/policy/review-entries.ts";
import type { Screen } from "../support/screen/screen.ts";

const hostile = hostileStrings.map(({ text }) => text).join("|");

/** Expects no sequences that could harm a terminal, and no invisible characters. */
function expectInert(screen: Screen): void {
  // The color of the background is asked once, by OSC 11.
  const raw = screen.raw.replace(backgroundQuery, "");
  // OSC, DCS, APC, PM, SOS and full reset are never used here.
  expect(raw).not.toMatch(/\u001b[\]PX^_c]/);
  expect(raw).not.toMatch(/[\u0080-\u009f]/);
  // Only CSI sequences for colors, the cursor, erasing, and modes that are restored.
  const sequences = raw.match(/\u001b\[[^@-~]*[@-~]/g) ?? [];
  const unknown = sequences.filter(
    (one) => !/^\u001b\[(?:[\d;]*[mABCDEGHJK]|\?(?:7|25|1000|1002|1006|1049|2004|2026)[hl])$/.test(one),
  );
  expect([...new Set(unknown)]).toEqual([]);
  // No bidi controls, zero-width characters or tags: terminals hide them or reverse the line.
  expect(raw).not.toMatch(/[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\u{e0000}-\u{e007f}]/u);
  // No backspaces, tabs or bells; Ink moves the cursor by CR and LF.
  expect(raw.replaceAll(/\u001b\[/g, "")).not.toMatch(/[\0-\u0009\u000b\u000c\u000e-\u001f\u007f]/);
}

/** Sends bytes that no HTTP client would, such as control characters in headers and paths. */
async function postRaw({ receiver }: OpenApp, head: readonly string[], body: Buffer): Promise<void> {
  const socket = connect({ port: Number(new URL(receiver).port), host: "127.0.0.1" });
  const lines = [...head, "Host: localhost", "Connection: close", `Content-Length: ${body.length}`, "", ""];
  socket.end(Buffer.concat([Buffer.from(lines.join("\r\n"), "latin1"), body]));
  socket.resume();
  await new Promise((resolve) => socket.once("close", resolve));
}

/** Scrolls through every pane of the selected delivery, in both layouts. */
async function lookAtAllOf({ screen }: OpenApp): Promise<void> {
  for (const columns of [80, 140]) {
    screen.resize(columns, 24);
    await screen.waitUntil(isDrawn);
    screen.press("enter");
    await screen.waitFor("Esc back");
    // Each tab once, from the one that fits the delivery.
    for (let turn = 0; turn < 5; turn += 1) {
      const titles = screen.line(1);
      screen.press("tab");
      await screen.waitUntil((now) => now.line(1) !== titles);
      screen.press("G", "g", "w", "G", "g", "w");
    }
    screen.press("esc");
    await screen.waitFor("Enter open");
  }
}

it("draws hostile deliveries harmlessly: list, every pane, filter line and toasts", async () => {
  const app = await openApp();
  const { screen } = app;
  // Escaped in JSON, as repo names in every row.
  await post(
    app,
    contentPayload(`me/${hostile}`, { [hostile]: [hostile], webhook: { id: hostile, version: 1 } }),
  );
  // Raw, in the body, in headers and in the path.
  await postRaw(
    app,
    [
      "POST /webhooks/inbox?\u009b2J\u0085 HTTP/1.1",
      "Content-Type: application/json",
      "X-Evil: \u009d0;title\u009c \u0085 é",
    ],
    Buffer.from(`{"note":"${hostile}"}`, "utf8"),
  );
  await postRaw(
    app,
    ["POST /webhooks/inbox HTTP/1.1", "Content-Type: text/plain"],
    Buffer.concat([Buffer.from(hostile), Buffer.from([0x9b, 0x32, 0x4a, 0xff, 0x1b, 0x5d, 0x30, 0x3b])]),
  );
  await post(app, contentPayload("me/last"));
  screen.press("2");
  await screen.waitFor(/^[│┃]?❯.*dataset:me\/last/);
  const rows = () =>
    screen
      .text()
      .split("\n")
      .filter((line) => /^[│┃][❯ ] +\d+ \d\d:/.test(line));
  // The status stays in its column in every row.
  const wanted = /^.{6} \d\d:\d\d:\d\d [✓⊘] \d{3}  inbox /;
  await screen.waitUntil(() => rows().length >= 3 && rows().every((line) => wanted.test(line)));
  for (let row = rows().length; row > 0; row -= 1) {
    await lookAtAllOf(app);
    screen.press("j");
  }
  screen.press("Y");
  screen.press("/");
  screen.paste(hostile.replaceAll("\u001b[201~", ""));
  await screen.waitFor(/✗ /);
  screen.press("esc");
  await screen.waitFor(/Enter open/);
  screen.press("q");
  expect(await screen.exit).toEqual({ code: 0, signal: null });
  // Only our own OSC 52 sequence with the copied ID is written.
  const copied = screen.raw.match(/\u001b\]52;c;[^\u0007]*\u0007/g) ?? [];
  expect(copied.map((one) => Buffer.from(one.slice(7, -1), "base64").toString())).toEqual([
    expect.stringMatching(/^\d+$/),
  ]);
  expectInert({ ...screen, raw: screen.raw.replaceAll(copied[0] ?? "none", "") });
});

it("draws hostile webhooks harmlessly: list, detail, form and dialogs", async () => {
  const app = await openApp();
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
  screen.press("T");
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
  const app = await openApp();
  const { screen } = app;
  // Process arguments cannot contain NUL, but output can.
  const text = hostile.replaceAll("\0", "");
  const script = String.raw`printf '%s\n' "$1"; printf 'a\000b\n\377\233\n'; echo the end; while :; do sleep 0.1; done`;
  await app.hub.runJob({ command: ["sh", "-c", script, text, text], image: text });
  screen.press("4");
  await screen.waitFor("▶ running");
  screen.press("enter");
  await screen.waitFor("the end");
  screen.press("g", "w", "G", "w", "d");
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
  const { screen } = await openApp({
    args: ["--policies", folder],
    env: { USER: hostile.replaceAll("\0", "") },
  });
  const commentOrReason = /Comment on |has no (?:readable clause|canonical form)/;
  screen.press("3");
  for (const columns of [80, 200]) {
    screen.resize(columns, 40);
    await screen.waitUntil(isDrawn);
    screen.press("g");
    for (let file = 0; file < 3; file += 1) {
      await screen.waitFor(/policy .*approved/);
      screen.press("enter");
      await screen.waitFor("Esc back");
      await screen.waitUntil((now) => !now.text().includes("  Loading "));
      for (let step = 0; step < 4; step += 1) screen.press("tab", "]", "]", "J", "J", "K", "l", "enter", "j");
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
  const { screen } = await openApp({ args: ["--policies", folder], columns: 120, rows: 40 });
  screen.press("3");
  await screen.waitFor(/^[│┃]?❯ . p\.yaml/);
  screen.press("enter");
  await screen.waitFor(/approved +0 of 13 .* ⚑ 1/);
  screen.press("enter");
  await screen.waitFor("discussion");
  for (const rows of [40, 20]) {
    screen.resize(120, rows);
    await screen.waitUntil(isDrawn);
    screen.press(...Array.from({ length: 30 }, () => "J"));
  }
  screen.press("R");
  await screen.waitFor("Reply on");
  screen.press("tab", "right");
  await screen.waitFor(/‹ ⚑ /);
  screen.press("esc");
  await screen.waitFor(/Discard changes\?|Esc back/);
  expectInert(screen);
  const report = await runCli(["policy", "review", "export", path], { home: screen.home });
  expect(report.code).toBe(0);
  expect(report.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e]/);
});
