import { expect, it } from "vitest";
import { mountAttached } from "../support/app/shared-engine.ts";
import { addWebhook, post, showDeliveries } from "../support/app/steps.ts";

/** Returns every parameter of the SGR sequences. */
function looksIn(raw: string): Set<number> {
  const all = [...raw.matchAll(/\u001b\[([\d;]*)m/g)].flatMap(([, codes]) =>
    (codes ?? "").split(";").map(Number),
  );
  return new Set(all);
}

it("uses no color under NO_COLOR, only words, glyphs and inverse video", async () => {
  const app = await mountAttached({ env: { NO_COLOR: "1" }, columns: 120 });
  const { screen } = app;
  await addWebhook(app);
  await post(app, "not json");
  await showDeliveries(app, ["me/corpus"]);
  screen.press("/");
  screen.type("stats:");
  await screen.waitFor(/✗ /);
  screen.press("esc");
  await screen.waitUntil((now) => !now.cursor.visible);
  await screen.waitFor(/^[│┃]?❯.*✓ 200 .*dataset:me\/corpus/);
  const at = screen.row(/^[│┃]?❯/);
  expect(screen.cell(4, at).inverse).toBe(true);
  expect(screen.cell(4, at + 1).inverse).toBe(false);
  screen.press("?");
  await screen.waitFor("┌ Help");
  // Reset, bold, dim, inverse, and their ends.
  expect([...looksIn(screen.raw)].filter((code) => ![0, 1, 2, 7, 22, 27].includes(code))).toEqual([]);
});

it("uses 16 colors by meaning, with a light or dark theme", async () => {
  const dark = await mountAttached();
  await addWebhook(dark, "org:acme");
  await addWebhook(dark, "org:acme2");
  const selected = dark.screen.row(/^[│┃]?❯ ● /);
  expect(dark.screen.cell(2, selected).inverse).toBe(true);
  expect(dark.screen.cell(3, dark.screen.row(/^[│┃] {2}● /))).toMatchObject({
    fg: "green",
    inverse: false,
  });
  expect(dark.screen.cell(12, 0).fg).toBe("cyan");
  const light = await mountAttached({ env: { COLORFGBG: "0;15" } });
  expect(light.screen.cell(12, 0).fg).toBe("blue");
  expect([...looksIn(light.screen.raw)].filter((code) => code >= 38 && code < 90 && code !== 39)).toEqual([]);
});
