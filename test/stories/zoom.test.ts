import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mountApp } from "../support/app/mount-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { contentPayload, post, showDeliveries } from "../support/app/steps.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import type { Screen } from "../support/screen/screen.ts";

/** Returns the column of the border between two panes side by side. */
const border = (screen: Screen) => screen.line(1).search(/┓╭|╮┏/);

it("zooms a detail to the window on Enter, and returns to both panes by Esc", async () => {
  const app = await mountAttached({ columns: 120, rows: 40 });
  const { screen } = app;
  await post(app, contentPayload("me/a"));
  await showDeliveries(app, ["me/b"]);
  await screen.waitFor(/┓╭─ \[Request\]/);
  screen.press("enter");
  await screen.waitFor(/^┏━ Request of #2 .*┓╭─ \[Response\] .*╮$/);
  // Tab goes through the tabs of both panes.
  screen.press("tab");
  await screen.waitFor(/^╭─ Request of #2 .*╮┏━ \[Response\] .*┓$/);
  screen.press("shift+tab");
  await screen.waitFor(/^┏━ Request of #2 .*┓╭─ \[Response\] .*╮$/);
  expect(screen.text()).not.toContain("dataset:me/a");
  screen.press("esc");
  await screen.waitFor(/┓╭─ \[Request\]/);
  // Tab moves the focus without zooming.
  screen.press("tab");
  await screen.waitFor(/╮┏━ \[Request\]/);
  screen.press("z");
  await screen.waitFor(/^╭─ \[Request\] .*╮$/);
  screen.press("z");
  await screen.waitFor(/╮┏━ \[Request\]/);
});

it("explains a cell over the whole window, and returns to the matrix, then to the list", async () => {
  const { screen } = await mountAttached({ columns: 160, rows: 40 });
  screen.press("3");
  await screen.waitFor(/^┃❯ · academic/);
  await screen.waitFor("[Cell]");
  screen.press("enter");
  await screen.waitFor(/^┏━ academic/);
  screen.press("enter");
  await screen.waitUntil((now) => now.row(/Λ10/) === -1);
  expect(screen.line(1)).toMatch(/^[╭┏][─━] \[Cell\] Findings 0/);
  screen.press("esc");
  await screen.waitFor(/^┏━ academic/);
  screen.press("esc");
  await screen.waitFor(/^┃❯ · academic/);
});

it("resizes the panes by m + and m -, within their minimum sizes, and remembers it", async () => {
  const env = { HOOKLENS_DATA_DIR: freshDataDir() };
  const file = join(env.HOOKLENS_DATA_DIR, "interface.json");
  const first = await mountAttached({ columns: 160, rows: 30, env });
  await showDeliveries(first, ["me/a"]);
  await first.screen.waitUntil((now) => border(now) > 0);
  const before = border(first.screen);
  first.screen.press("m", "+", "m", "+");
  await first.screen.waitUntil((now) => border(now) === before + 16);
  first.screen.send("m+".repeat(20));
  await first.screen.waitUntil((now) => border(now) === 160 - 40 - 1);
  first.screen.press("m", "-");
  await first.screen.waitUntil((now) => border(now) === 160 - 40 - 8 - 1);
  first.screen.press("q");
  expect(await first.screen.exit).toEqual({ code: 0, signal: null });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    splits: { "deliveries.list": 0.7 },
    sorts: {},
    columns: {},
    filters: [],
    isGrouped: false,
    isFolded: true,
    baselines: {},
  });

  const second = await mountApp({ columns: 160, rows: 30, env });
  second.screen.press("2");
  await second.screen.waitUntil((now) => border(now) === 160 - 40 - 8 - 1);
  second.screen.press("q");
  await second.screen.exit;

  writeFileSync(file, "{");
  const third = await mountApp({ columns: 160, rows: 30, env });
  third.screen.press("5");
  await third.screen.waitFor(/▲ warning interface\.json is damaged: layout, sort orders/);
  third.screen.press("2");
  await third.screen.waitUntil((now) => border(now) === before);
});
