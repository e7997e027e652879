import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mountApp } from "../support/app/mount-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import type { Screen } from "../support/screen/screen.ts";

/** Returns the names of the listed policies. */
const listed = (screen: Screen) =>
  [...screen.text().matchAll(/^[│┃][❯ ] · (\w+)\.yaml/gm)].map(([, name]) => name);

/** Clicks on the title of a column. */
function clickTitle(screen: Screen, title: string): void {
  const y = screen.row(/ policy .*coverage/);
  screen.click(screen.line(y).indexOf(title), y);
}

it("sorts the policies by a column with a key or a click, keeps the selection, and starts anew in the usual order", async () => {
  const env = { HOOKLENS_DATA_DIR: freshDataDir() };
  const { screen } = await mountAttached({ columns: 120, rows: 30, env });
  screen.press("3");
  await screen.waitFor(/^[│┃]❯ · academic/);
  await screen.waitFor(/· pharmaceutical\.yaml .*21-CFR-11/);
  const usual = listed(screen);
  expect(usual).toHaveLength(10);
  screen.press("C");
  await screen.waitFor(/coverage▲/);
  await screen.waitFor(/^[│┃]❯ · academic/);
  expect(listed(screen).slice(0, 2)).toEqual(["maritime", "aviation"]);
  screen.press("C");
  await screen.waitFor(/coverage▼/);
  expect(listed(screen).slice(0, 2)).toEqual(["legaltech", "academic"]);
  screen.press("s");
  await screen.waitFor(/❯ coverage +▼ reverse/);
  // Columns without a value are none to sort by.
  expect(screen.text()).not.toContain("upstream");
  screen.type("need");
  await screen.waitFor(/❯ needs you/);
  screen.press("enter");
  await screen.waitFor(/needs you▲/);
  expect(listed(screen)).toEqual(usual);
  screen.press("s");
  await screen.waitFor(/❯ needs you +▲ reverse/);
  screen.press("enter");
  await screen.waitFor(/needs you▼/);

  clickTitle(screen, "coverage");
  await screen.waitFor(/coverage▲/);
  clickTitle(screen, "regime");
  await screen.waitFor(/regime▲/);
  await screen.waitFor(/^[│┃]❯ · academic/);
  expect(listed(screen)[0]).toBe("pharmaceutical");
  clickTitle(screen, "regime");
  await screen.waitFor(/regime▼/);
  expect(listed(screen).at(-1)).toBe("pharmaceutical");
  await screen.waitFor(/^[│┃]❯ · academic/);
  screen.press("q");
  await screen.exit;
  const file = join(env.HOOKLENS_DATA_DIR, "interface.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    splits: {},
    isGrouped: false,
    isFolded: true,
    baselines: {},
    sorts: { policies: { column: "regime", descending: true } },
    columns: {},
    filters: [],
  });

  const second = await mountApp({ columns: 120, rows: 30, env });
  second.screen.press("3");
  await second.screen.waitFor(/needs you▲/);
  // Their order is the usual one once all are checked.
  await second.screen.waitUntil((now) => listed(now).join() === usual.join());
  second.screen.press("enter");
  await second.screen.waitFor(/clause/i);
  second.screen.press("s");
  await second.screen.waitFor(/weakest first ▼/);
});
