import { expect, it } from "vitest";
import { mountScreen } from "../support/app/mount-app.ts";
import { engineForApps } from "../support/app/shared-engine.ts";
import { standInHub } from "../support/stand-in-hub.ts";

const watchedBy = (name: string) => ({ watched: [{ type: "org", name }] });

async function openOn(names: readonly string[]) {
  const hub = await standInHub();
  const webhooks = names.map((name) => hub.add(watchedBy(name)));
  const screen = await mountScreen({
    columns: 120,
    rows: 40,
    env: { ...hub.env, HOOKLENS_DATA_DIR: await engineForApps() },
  });
  await screen.waitFor(`org:${names[0]}`);
  return { hub, webhooks, screen };
}

it("counts what a hub refuses, keeps it marked, and does it again", async () => {
  const { hub, webhooks, screen } = await openOn(["first", "second", "third"]);
  const isDisabled = () => webhooks.map(({ id }) => hub.webhooks.get(id)?.disabled);
  hub.misbehave({ on: new RegExp(`${webhooks[1]?.id}/disable`), status: 429 });
  screen.press("ctrl+a", "o");
  await screen.waitFor("Disable 3 webhooks?");
  screen.press("y");
  await screen.waitFor(/2 webhooks disabled, 1 failed: \S+ \(could not disable/);
  expect(isDisabled()).toEqual([true, false, true]);
  await screen.waitFor(/1 marked: o disable/);
  hub.behave();
  screen.press("o");
  await expect.poll(isDisabled).toEqual([true, true, true]);
});

it("counts a webhook that somebody else has deleted as deleted", async () => {
  const { hub, webhooks, screen } = await openOn(["first", "second"]);
  hub.misbehave({ on: /^DELETE/, times: 1, first: () => void hub.webhooks.delete(webhooks[0]?.id ?? "") });
  screen.press("ctrl+a", "d");
  await screen.waitFor("Delete 2 webhooks?");
  screen.type("2");
  screen.press("enter");
  await screen.waitFor("2 webhooks deleted");
  expect(hub.webhooks.size).toBe(0);
});

it("sends no more requests after the hub has refused the token", async () => {
  const names = Array.from({ length: 20 }, (_, index) => `org-${index}`);
  const { hub, screen } = await openOn(names);
  hub.misbehave({ on: /disable$/, status: 401, body: { error: "Invalid credentials" } });
  screen.press("ctrl+a", "o");
  await screen.waitFor("Disable 20 webhooks?");
  screen.press("y");
  await screen.waitFor(/0 webhooks disabled, 20 failed/);
  expect(hub.seen.filter(({ path }) => path.endsWith("/disable")).length).toBeLessThanOrEqual(4);
});
