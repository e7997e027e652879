import xterm from "@xterm/headless";
import { expect, it } from "vitest";
import { isDrawn } from "../support/app/header.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { contentPayload, post } from "../support/app/steps.ts";

const names = [
  "me/日本語のデータセット",
  "me/👩‍👩‍👧‍👦-family",
  "me/e\u0301te\u0301-de\u0301combine\u0301",
  "me/plain",
];
const titles = ["⚠️ careful", "नमस्ते", "👍🏿 approved", "🧑‍💻 codes", "🫨 shakes", "plain", "日本語"];
const border = /[│┃┌┐└┘├┤╭╮╰╯┏┓┗┛]/u;

it("keeps borders straight on a terminal of an older Unicode version", async () => {
  const app = await mountAttached({ columns: 120, rows: 30 });
  const { screen } = app;
  for (let n = 0; n < 30; n += 1) {
    const title = titles[n % titles.length] ?? "";
    const discussion = { id: `${n}`, title, num: n, author: { id: "1" }, url: { web: "", api: "" } };
    const event = { action: "create", scope: "discussion" };
    await post(app, contentPayload("me/corpus", { event, discussion }));
  }
  screen.press("2");
  await screen.waitFor("of 30");
  for (let n = 1; n < 29; n += 1) {
    screen.press("j");
    await screen.waitFor(`#${30 - n} `);
  }
  await screen.waitFor(/shakes|codes|careful/);

  // Its widths are those of Unicode 6, in which an emoji has one column and nothing is joined.
  const older = new xterm.Terminal({ cols: 120, rows: 30, allowProposedApi: true });
  await new Promise<void>((resolve) => older.write(screen.raw, resolve));
  const bordersOf = (charAt: (x: number) => string) =>
    Array.from({ length: 120 }, (_, x) => (border.test(charAt(x)) ? `${x}${charAt(x)}` : "")).filter(Boolean);
  for (let y = 1; y < 29; y += 1) {
    const line = older.buffer.active.getLine(y);
    const shown = bordersOf((x) => line?.getCell(x)?.getChars() ?? "");
    expect(shown, line?.translateToString()).toEqual(bordersOf((x) => screen.cell(x, y).char));
  }
});

it("aligns the columns of wide and combining characters", async () => {
  const app = await mountAttached({ columns: 100, rows: 24 });
  const { screen } = app;
  for (const name of names) await post(app, contentPayload(name));
  screen.press("2");
  await screen.waitFor(/^[│┃]?❯.*dataset:me\/plain/);
  for (const columns of [100, 80, 63, 121]) {
    screen.resize(columns, 24);
    await screen.waitUntil((now) => isDrawn(now) && now.row(/^[│┃]?❯/) > 0);
    const head = screen.row(/^[│┃] .*time▼ +status/);
    const rows = names.map((_, index) => head + 1 + index);
    // By cells, not characters: the event starts in the same column in every row.
    const columnOf = (y: number) =>
      Array.from({ length: columns }, (_, x) => screen.cell(x, y).char).findIndex((_, x) =>
        [..."content"].every((char, offset) => screen.cell(x + offset, y).char === char),
      );
    expect(new Set(rows.map(columnOf)).size).toBe(1);
    expect(columnOf(head + 1)).toBeGreaterThan(10);
    // The columns right of the repo too.
    const lastChar = (y: number) => {
      for (let x = columns - 1; x > 0; x -= 1) if (screen.cell(x, y).char === "│") return x;
      return -1;
    };
    expect(new Set(rows.map(lastChar)).size).toBe(1);
  }
});
