import { connect } from "node:net";
import { expect, it } from "vitest";
import { isDrawn } from "../support/app/header.ts";
import type { OpenApp } from "../support/app/open-app.ts";
import { openApp } from "../support/app/open-app.ts";
import { contentPayload, post } from "../support/app/steps.ts";
import { hostileStrings } from "../support/hostile-text.ts";
import { expectInert } from "../support/screen/inert.ts";

const hostile = hostileStrings.map(({ text }) => text).join("|");

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
    // Before the delivery is read, m w has no text to wrap, and its box stays open.
    await screen.waitFor(/Headers \d/);
    // Each tab once, from the one that fits the delivery.
    for (let turn = 0; turn < 5; turn += 1) {
      const titles = screen.line(1);
      screen.press("tab");
      await screen.waitUntil((now) => now.line(1) !== titles);
      screen.press("G", "g", "g", "m", "w", "G", "g", "g", "m", "w");
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
  screen.press("y", "enter");
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
  expectInert({ raw: screen.raw.replaceAll(copied[0] ?? "none", "") });
});
