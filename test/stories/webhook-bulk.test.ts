import { expect, it } from "vitest";
import type { OpenApp } from "../support/app/open-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { addWebhook, withoutWebhooks } from "../support/app/steps.ts";
import { shared } from "../support/shared.ts";

const mounted = shared(() => mountAttached({ columns: 120, rows: 40 }));

/** Shows the list of webhooks, which is empty. */
async function openEmpty(): Promise<OpenApp> {
  await withoutWebhooks(mounted());
  return mounted();
}

it("marks webhooks, and disables, enables and deletes the marked ones, each with undo", async () => {
  const app = await openEmpty();
  const { screen, hub } = app;
  await addWebhook(app, "dataset:me/a");
  await addWebhook(app, "dataset:me/b");
  await addWebhook(app, "dataset:me/c");
  const disabled = async () => (await hub.listWebhooks()).map((one) => one.disabled);
  screen.press("g", "g", "space", "space");
  await screen.waitFor(/2 marked: o disable {2}d delete/);
  screen.press("o");
  await screen.waitFor("Disable 2 webhooks?");
  screen.press("y");
  await screen.waitFor("2 webhooks disabled · u enables them");
  expect(await disabled()).toEqual([true, true, false]);
  screen.press("u");
  await screen.waitFor("2 webhooks enabled");
  expect(await disabled()).toEqual([false, false, false]);

  // One of three is disabled: the key enables it, and says so.
  await hub.disableWebhook((await hub.listWebhooks())[0]?.id ?? "");
  screen.press("f5");
  await screen.waitFor(/○ .*me\/a/);
  screen.press("ctrl+a");
  await screen.waitFor(/3 marked: o enable/);
  screen.press("o");
  await screen.waitFor("Enable 1 webhook?");
  await screen.waitFor("2 other marked ones are enabled already.");
  screen.press("esc", "esc");
  await screen.waitUntil((now) => !now.text().includes("marked"));

  // By the mouse: a row, then a range from the first mark.
  screen.click(20, screen.row(/me\/a/));
  await screen.waitFor(/❯ ○/);
  screen.press("space", "G", "V");
  await screen.waitFor("3 marked");
  screen.press("d");
  await screen.waitFor("Delete 3 webhooks?");
  screen.type("2");
  screen.press("enter");
  await screen.waitFor("✗ To delete them, type their number: 3");
  screen.press("backspace");
  screen.type("3");
  screen.press("enter");
  await screen.waitFor("3 webhooks deleted · u restores them (new IDs)");
  expect(await hub.listWebhooks()).toEqual([]);
  screen.press("u");
  await screen.waitFor("3 webhooks restored with new IDs");
  expect((await disabled()).filter((one) => one)).toHaveLength(1);
});

it("counts what overlaps, fails and points nowhere", async () => {
  const app = await openEmpty();
  const { screen } = app;
  await addWebhook(app, "dataset:acme/a");
  await addWebhook(app, "org:acme");
  await addWebhook(app, "model:me/x", "http://127.0.0.1:9/webhooks/inbox");
  await screen.waitFor(/1-3 of 3 · 1 overlap, 1 points nowhere/);
  // The filter finds what is counted.
  screen.press("/");
  await screen.waitFor(/filter +for example: failing -disabled +3 of 3/);
  screen.type("overlap");
  await screen.waitFor(/filter +overlap +1 of 3/);
  screen.type("\x15never !nowhere");
  await screen.waitFor(/filter +never !nowhere +2 of 3/);
  screen.press("esc", "?");
  await screen.waitFor(/Help/);
  screen.type("copy");
  await screen.waitFor("Choose what to copy");
  expect(screen.text()).not.toContain("nothing is selected");
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("Choose what to copy"));
});

it("undoes one change after the other, and says which is next", async () => {
  const app = await openEmpty();
  const { screen, hub } = app;
  const [first, second] = [
    (await addWebhook(app, "dataset:me/a")).id,
    (await addWebhook(app, "dataset:me/b")).id,
  ];
  const watched = async () => new Set((await hub.listWebhooks()).map((one) => one.watched[0]?.name));
  screen.press("g", "g", "o");
  await screen.waitFor(`Webhook ${first} disabled · u enables it`);
  screen.press("d");
  await screen.waitFor("Its activity and waiting dispatches are lost.");
  screen.press("y");
  await screen.waitFor(`Webhook ${first} deleted · u restores it (new ID)`);
  screen.press("d", "y");
  await screen.waitFor(`Webhook ${second} deleted · u restores it (new ID)`);
  await screen.waitUntil((now) => !now.text().includes(first));
  expect(await watched()).toEqual(new Set());
  screen.press("u");
  await screen.waitFor(new RegExp(`Webhook restored as \\S+ · u restores webhook ${first} \\(new ID\\)`));
  expect(await watched()).toEqual(new Set(["me/b"]));
  screen.press("u");
  await screen.waitFor(/Webhook restored as \S+ · u enables webhook \S+/);
  expect((await hub.listWebhooks()).some((one) => one.disabled)).toBe(true);
  // The webhook has a new ID, which the change before is undone with.
  screen.press("u");
  await screen.waitFor(/Webhook \S+ enabled/);
  expect(await watched()).toEqual(new Set(["me/a", "me/b"]));
  expect((await hub.listWebhooks()).some((one) => one.disabled)).toBe(false);
});
