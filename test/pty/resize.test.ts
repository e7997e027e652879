import { expect, it } from "vitest";
import { isDrawn } from "../support/app/header.ts";
import type { OpenApp } from "../support/app/open-app.ts";
import { openApp } from "../support/app/open-app.ts";
import { contentPayload, post } from "../support/app/steps.ts";

const names = [
  "me/日本語のデータセット",
  "me/👩‍👩‍👧‍👦-family",
  "me/e\u0301te\u0301-de\u0301combine\u0301",
  "me/plain",
];

/** Sends deliveries in batches until the work is done. */
async function underLoad(app: OpenApp, work: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  async function send(): Promise<void> {
    for (let sent = 0; !over.signal.aborted; sent += 1) {
      await Promise.all(names.map((name) => post(app, contentPayload(`${name}-${sent}`))));
    }
  }
  await Promise.all([send(), work().finally(() => over.abort())]);
}

it("fits any size under load: no overlong lines, the selected row visible", async () => {
  const app = await openApp({ columns: 200, rows: 60 });
  const { screen } = app;
  for (let index = 0; index < 20; index += 1) {
    await Promise.all(names.map((name) => post(app, contentPayload(`${name}-early-${index}`))));
  }
  screen.press("2");
  await screen.waitFor("#80 POST");
  screen.send("j".repeat(30));
  await screen.waitFor("#50 POST");
  const selected = /me\/\S+/.exec(screen.line(screen.row(/^[│┃]?❯/)))?.[0];
  await underLoad(app, async () => {
    for (const [columns, rows] of [
      [40, 10],
      [80, 24],
      [100, 12],
      [99, 50],
      [120, 40],
      [200, 60],
      [41, 11],
      [120, 40],
      [200, 60],
    ] as const) {
      screen.resize(columns, rows);
      await screen.waitUntil((now) => isDrawn(now) && now.row(/^[│┃]?❯/) > 2);
      // Overlong or surplus lines would shift the others.
      expect(screen.line(0)).toMatch(
        columns < 50 ? /^ 1 \[2 Del/ : /^( hooklens)? {1,2}1( (Webhooks|Hooks)( \d+)?)? +\[2 Deliveries/,
      );
      // A low window has no row for the hint of an empty filter.
      expect(screen.line(2)).toMatch(rows < 14 ? /^ .*time▼ +status/ : /^[│┃]? filter/);
    }
  });
  expect(screen.line(screen.row(/^[│┃]?❯/))).toContain(selected);
});

it("handles many resizes in quick succession, including small ones, and draws the last", async () => {
  const app = await openApp({ columns: 200, rows: 60 });
  const { screen } = app;
  screen.press("c");
  await screen.waitFor("❯ Watch");
  screen.type("dataset:me/corpus");
  await screen.waitFor("dataset:me/corpus");
  for (let round = 0; round < 5; round += 1) {
    for (const [columns, rows] of [
      [200, 60],
      [40, 10],
      [30, 5],
      [120, 40],
    ] as const) {
      screen.resize(columns, rows);
    }
  }
  await screen.waitUntil((now) => isDrawn(now) && now.text().includes("❯ Watch     dataset:me/corpus"));
  const { x, y } = screen.cursor;
  expect(screen.line(y).slice(0, x)).toContain("dataset:me/corpus");

  screen.resize(30, 5);
  await screen.waitFor("Enlarge to 40x10 (now 30x5) to");
  expect(
    screen
      .text()
      .split("\n")
      .map((row) => row.trimEnd()),
  ).toEqual(["Enlarge to 40x10 (now 30x5) to", "show hooklens"]);
  // Text typed at that size is not lost.
  screen.type("-x");
  screen.resize(40, 10);
  await screen.waitUntil((now) => isDrawn(now) && now.text().includes("dataset:me/corpus-x"));
  expect(screen.line(screen.cursor.y)).toContain("dataset:me/corpus-x");
});
