import { expect, it } from "vitest";
import { mountAttached } from "../support/app/shared-engine.ts";
import { addWebhook } from "../support/app/steps.ts";

it("lists past messages, filters them as typed, shows one whole and copies it", async () => {
  const app = await mountAttached();
  const { screen } = app;
  await addWebhook(app);
  screen.press("o");
  await screen.waitFor(/○ \S+ .*disabled/);
  screen.press("o");
  await screen.waitFor(/❯ ● \S+ /);
  screen.press("5");
  await screen.waitFor(/❯ \d\d:\d\d:\d\d ✓ ok +Webhook \w+ enabled/);
  const newest = screen.row(/Webhook \w+ enabled/);
  expect(screen.line(newest + 1)).toMatch(/\d\d:\d\d:\d\d ✓ ok +Webhook \w+ disabled/);

  // Too narrow for the whole text in the list.
  screen.resize(44, 16);
  screen.press("/");
  screen.type("embedded");
  await screen.waitFor(/filter {2}embedded +1 of \d/);
  await screen.waitFor(/❯ .*✓ ok +Working on the .*…/);
  screen.press("enter", "enter");
  await screen.waitFor(/ ✓ ok {2}\d{4}-\d\d-\d\d /);
  const shown = screen
    .text()
    .split("\n")
    .slice(4, -3)
    .map((row) => row.replaceAll(/^│|│$/g, "").trim())
    .join(" ")
    .trim();
  expect(shown).toMatch(/^Working on the embedded hub: no token was found/);
  screen.press("y");
  await screen.waitFor("Copied Working on the embedded hub");
  expect(screen.copied).toEqual([shown]);

  screen.press("esc");
  await screen.waitFor(/❯ .*✓ ok +Working on the .*…/);
  screen.press("esc");
  await screen.waitFor(/✓ ok +Webhook \w+/);
  expect(screen.row(/^[│┃] filter/)).toBe(-1);
});
