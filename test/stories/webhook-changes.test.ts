import { expect, it } from "vitest";
import { isDrawn, receiverInHeader } from "../support/app/header.ts";
import { mountScreen } from "../support/app/mount-app.ts";
import { engineForApps, mountAttached } from "../support/app/shared-engine.ts";
import { addWebhook } from "../support/app/steps.ts";
import { clickOn } from "../support/screen/click-on.ts";
import type { Screen } from "../support/screen/screen.ts";
import { type HubWebhook, standInHub } from "../support/stand-in-hub.ts";

const hook = "https://example.org/hook";

/** Opens the app at a stand-in of the real Hub with one webhook. */
async function openRemote(changes: Partial<HubWebhook> = {}) {
  const hub = await standInHub();
  const webhook = hub.add({ url: hook, secret: "hush-hush", ...changes });
  const screen = await mountScreen({
    columns: 120,
    rows: 40,
    env: { ...hub.env, HOOKLENS_DATA_DIR: await engineForApps() },
  });
  await screen.waitFor("org:acme");
  await screen.waitFor(receiverInHeader);
  return { hub, screen, webhook, now: () => hub.webhooks.get(webhook.id) };
}

/** Waits for a text that may be wrapped in the dialog. */
async function waitForText(screen: Screen, text: string): Promise<void> {
  await screen.waitUntil((now) => {
    const rows = now.text().split("\n");
    const left = rows.findLast((row) => row.includes("┌"))?.indexOf("┌") ?? 0;
    const right = rows.findLast((row) => row.includes("┐"))?.indexOf("┐") ?? 0;
    const inside = rows.map((row) => row.slice(left + 1, right).trim());
    return inside.join(" ").replaceAll(/ +/g, " ").includes(text);
  });
}

/** Opens the form of the selected webhook, appends to its URL, and shows the change. */
async function changeUrl(screen: Screen, end: string): Promise<void> {
  screen.press("e");
  await screen.waitFor("Edit webhook");
  screen.press("end");
  screen.type(end);
  screen.press("ctrl+s");
  await screen.waitFor("Save changes of");
}

it("shows a change before it is sent, by keyboard and by mouse", async () => {
  const app = await mountAttached({ columns: 120, rows: 40 });
  const { screen, hub } = app;
  const { id } = await addWebhook(app, "org:acme", hook);
  await changeUrl(screen, "/2");
  // Back in the form, all input is there.
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("Save changes of"));
  await screen.waitFor(`${hook}/2`);
  screen.press("tab", "tab", "tab", "tab", "ctrl+g", "ctrl+s");
  await screen.waitFor(/secret +- none/);
  const secretText = screen.text();
  expect(secretText).toContain("+ set");
  clickOn(screen, "Ctrl+S send");
  await screen.waitFor(`Webhook ${id} saved`);
  const saved = await hub.getWebhook(id);
  expect(saved.url).toBe(`${hook}/2`);
  expect(secretText).not.toContain(saved.secret ?? "");

  clickOn(screen, "e edit");
  await screen.waitFor("Edit webhook");
  clickOn(screen, "[x] repo");
  await screen.waitFor("[ ] repo");
  clickOn(screen, "Ctrl+S save");
  await screen.waitFor(/domains +- repo, discussion/);
  clickOn(screen, "Ctrl+S send");
  await screen.waitUntil((now) => !now.text().includes("Save changes of"));
  expect((await hub.getWebhook(id)).domains).toEqual(["discussion"]);

  screen.press("e");
  await screen.waitFor("Edit webhook");
  screen.press("ctrl+s");
  await screen.waitFor(`Nothing to change on webhook ${id}`);
  expect(screen.text()).not.toContain("Edit webhook");
});

it("shows a conflict with both changes, and keeps theirs, sends yours or edits again", async () => {
  const { hub, screen, webhook, now } = await openRemote();
  const theirs = { url: "https://theirs.example/", secret: "other-secret" };
  await changeUrl(screen, "/mine");
  hub.webhooks.set(webhook.id, { ...webhook, ...theirs });
  screen.press("enter");
  await screen.waitFor(`Webhook ${webhook.id} has changed meanwhile`);
  await screen.waitFor("Sending yours keeps their secret.");
  await screen.waitFor(/url +was +https:\/\/example\.org\/hook /);
  await screen.waitFor(/theirs +https:\/\/theirs\.example\//);
  await screen.waitFor(/yours +https:\/\/example\.org\/hook\/mine/);
  await screen.waitFor(/secret +was +set/);
  await screen.waitFor(/theirs +changed/);
  expect(screen.text()).not.toMatch(/hush-hush|other-secret/);
  // A low terminal scrolls.
  screen.resize(40, 10);
  await screen.waitUntil((shown) => isDrawn(shown) && !shown.text().includes("yours  https"));
  screen.press("G");
  await screen.waitFor(/yours +unchanged/);
  screen.resize(120, 40);
  await screen.waitUntil(isDrawn);
  // Enter again sends nothing.
  screen.press("enter");
  await screen.waitFor(/has changed meanwhile: choose theirs or yours/i);
  expect(now()).toMatchObject(theirs);

  // The form goes on from theirs.
  screen.press("e");
  await screen.waitUntil((shown) => !shown.text().includes("has changed meanwhile?"));
  await screen.waitFor("Edit webhook");
  screen.press("ctrl+s");
  await screen.waitFor(/url +- https:\/\/theirs\.example\//);
  expect(screen.text()).not.toMatch(/secret +-/);
  hub.webhooks.set(webhook.id, { ...webhook, ...theirs, domains: ["repo"] });
  screen.press("ctrl+s");
  await waitForText(screen, "Sending yours keeps their domains.");
  clickOn(screen, "m send yours");
  await screen.waitFor(`Webhook ${webhook.id} saved`);
  expect(now()).toMatchObject({ url: `${hook}/mine`, secret: "other-secret", domains: ["repo"] });

  await changeUrl(screen, "/3");
  hub.webhooks.set(webhook.id, { ...webhook, url: "https://kept.example/" });
  screen.press("ctrl+s");
  await screen.waitFor("has changed meanwhile");
  screen.press("t");
  await screen.waitFor(`Kept webhook ${webhook.id}; your change was dropped`);
  await screen.waitFor("https://kept.example/");
  expect(now()).toMatchObject({ url: "https://kept.example/" });
});

it("shows a conflict at once if the webhook changed while its form was open", async () => {
  const app = await mountAttached({ columns: 120, rows: 40 });
  const { screen, hub } = app;
  const { id } = await addWebhook(app, "org:acme", hook);
  screen.press("e");
  await screen.waitFor("Edit webhook");
  screen.press("end");
  screen.type("/mine");
  await hub.updateWebhook(id, { url: "https://theirs.example/" });
  await waitForText(screen, "Changed meanwhile by another client: url. Saving shows both.");
  screen.press("ctrl+s");
  await screen.waitFor(`Webhook ${id} has changed meanwhile`);
  await screen.waitFor(/theirs +https:\/\/theirs\.example\//);
  await screen.waitFor(/yours +https:\/\/example\.org\/hook\/mine/);
  screen.press("m");
  await screen.waitFor(`Webhook ${id} saved`);
  expect((await hub.getWebhook(id)).url).toBe(`${hook}/mine`);
});

it("offers to create a webhook again that has vanished", async () => {
  const { hub, screen, webhook } = await openRemote();
  await changeUrl(screen, "/again");
  hub.webhooks.delete(webhook.id);
  screen.press("ctrl+s");
  await screen.waitFor(`✗ Webhook ${webhook.id} was deleted on`);
  screen.press("c");
  await screen.waitFor("Create a webhook");
  await waitForText(screen, "Saving creates it with a new ID.");
  screen.press("ctrl+s");
  await screen.waitUntil((now) => !now.text().includes("Create a webhook"));
  expect([...hub.webhooks.values()]).toMatchObject([{ url: `${hook}/again`, secret: "hush-hush" }]);
});

it("keeps the form and its text while the hub is slow, and after 401, 429 and 500", async () => {
  const { hub, screen, now } = await openRemote();
  await changeUrl(screen, "/kept");
  for (const [status, said] of [
    [401, "Use a token that this hub accepts"],
    [429, "Retry in a few minutes"],
    [500, "Retry later: the hub itself has failed"],
  ] as const) {
    hub.misbehave({ on: /^POST .*webhooks/, times: 1, status, body: { error: "no" } });
    screen.press("ctrl+s");
    await waitForText(screen, `HTTP ${status}). ${said}`);
    await screen.waitFor(`+ ${hook}/kept`);
  }
  hub.misbehave({
    on: /^POST .*webhooks/,
    times: 1,
    status: 400,
    body: { error: '"url" must be a public address' },
  });
  screen.press("ctrl+s");
  // The error is at its field.
  await screen.waitFor("must be a public address");
  const at = screen.row(/❯ URL/);
  expect(screen.line(at)).toContain(`${hook}/kept`);
  expect(screen.line(at + 1)).toContain("✗ could not update webhook");

  const late = Promise.withResolvers<void>();
  hub.misbehave({ on: /^POST .*webhooks/, times: 1, until: late.promise });
  screen.press("ctrl+s");
  await screen.waitFor("Save changes of");
  screen.press("ctrl+s");
  await screen.waitFor("Sending…");
  screen.press("e");
  await screen.waitFor("The change is being sent");
  late.resolve();
  await screen.waitUntil((shown) => !shown.text().includes("Save changes of"));
  expect(screen.text()).not.toContain("Edit webhook");
  expect(now()?.url).toBe(`${hook}/kept`);
});
