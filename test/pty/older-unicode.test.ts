import xterm from "@xterm/headless";
import { expect, it } from "vitest";
import { openApp } from "../support/app/open-app.ts";
import { contentPayload, post } from "../support/app/steps.ts";

const titles = ["⚠️ careful", "नमस्ते", "👍🏿 approved", "🧑‍💻 codes", "🫨 shakes", "plain", "日本語"];
const border = /[│┃┌┐└┘├┤╭╮╰╯┏┓┗┛]/u;

it("keeps borders straight on a terminal of an older Unicode version", async () => {
  const app = await openApp({ columns: 120, rows: 30 });
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
