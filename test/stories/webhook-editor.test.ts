import { expect, it } from "vitest";
import { receiverInHeader } from "../support/app/header.ts";
import { mountScreen } from "../support/app/mount-app.ts";
import { engineForApps, mountAttached } from "../support/app/shared-engine.ts";
import { addWebhook } from "../support/app/steps.ts";
import { clickOn } from "../support/screen/click-on.ts";
import { standInHub } from "../support/stand-in-hub.ts";

it("creates a webhook for a Job picked from the list, by keyboard and by mouse", async () => {
  const app = await mountAttached({ columns: 120, rows: 40 });
  const { screen, hub } = app;
  const first = await hub.runJob({ command: ["echo", "first"], image: "python:3.12" });
  const second = await hub.runJob({ command: ["sh", "-c", "echo second"], image: "python:3.12" });
  screen.press("c");
  await screen.waitFor("Create a webhook");
  screen.type("org:acme");
  screen.press("enter", "shift+tab", "shift+tab", "space", "tab");
  // The list opens by itself.
  await screen.waitFor(new RegExp(`${first.id} +echo first +\\w+ (now|\\d+ s)`));
  screen.type("second");
  await screen.waitUntil((now) => !now.text().includes("echo first"));
  screen.press("down", "enter");
  await screen.waitFor(new RegExp(`Job ID +${second.id}`));
  await screen.waitFor(/runs sh -c 'echo second'/);
  screen.press("ctrl+s");
  await screen.waitFor(/Webhook [0-9a-f]{24} created/);
  expect((await hub.listWebhooks())[0]?.job).toMatchObject({ id: second.id });

  clickOn(screen, "c new");
  await screen.waitFor("Create a webhook");
  clickOn(screen, "Target");
  await screen.waitFor("(•) Job");
  clickOn(screen, "Job ID");
  await screen.waitFor("echo first");
  clickOn(screen, first.id);
  await screen.waitFor("runs echo first");
  clickOn(screen, "Watch");
  screen.type("org:lab");
  clickOn(screen, "[x] discussion");
  await screen.waitFor("[ ] discussion");
  await screen.waitFor(/Watch +org:lab/);
  clickOn(screen, "Ctrl+S save");
  await screen.waitFor("2 webhooks");
  const made = (await hub.listWebhooks()).find(({ watched }) => watched[0]?.name === "lab");
  expect(made).toMatchObject({ domains: ["repo"], job: { id: first.id } });
});

it("clones a webhook into the form of a new one", async () => {
  const app = await mountAttached({ columns: 120, rows: 40 });
  const { screen, hub } = app;
  const { id } = await addWebhook(app, "dataset:me/corpus", "https://example.org/hook");
  screen.press("m", "c");
  await screen.waitFor("Create a webhook");
  await screen.waitFor(`Not copied from webhook ${id}: it has none.`);
  screen.type("org:acme");
  screen.press("ctrl+s");
  await screen.waitFor(/Webhook [0-9a-f]{24} created/);
  expect(await hub.listWebhooks()).toMatchObject([
    { id, watched: [{ name: "me/corpus" }] },
    { url: "https://example.org/hook", watched: [{ name: "me/corpus" }, { name: "acme" }] },
  ]);
});

it("suggests names that the real Hub finds; the last search counts, and a failed one is a line", async () => {
  const hub = await standInHub();
  hub.add({});
  hub.serve(
    [/^GET \/api\/(?:model|space)s$/, () => [200, []]],
    [/^GET \/api\/datasets$/, ({ query }) => [200, [{ id: `found/${query.get("search")}` }]]],
    [/^GET \/api\/whoami-v2$/, () => [200, { name: "me", orgs: [{ name: "my-lab" }] }]],
  );
  const screen = await mountScreen({
    columns: 120,
    rows: 40,
    env: { ...hub.env, HOOKLENS_DATA_DIR: await engineForApps() },
  });
  await screen.waitFor("org:acme");
  await screen.waitFor(receiverInHeader);
  screen.press("c");
  await screen.waitFor("Create a webhook");
  clickOn(screen, "Watch");
  screen.type("my-lab");
  await screen.waitFor(/ org:my-lab/);
  screen.press("ctrl+u");

  // The first search is answered after the second one.
  const late = Promise.withResolvers<void>();
  hub.misbehave({ on: /^GET \/api\/datasets$/, times: 1, until: late.promise });
  screen.type("dataset:bert");
  await expect.poll(() => hub.seen.some(({ path }) => path.includes("search=bert"))).toBe(true);
  screen.type("-base");
  await screen.waitFor("dataset:found/bert-base");
  late.resolve();
  screen.press("down", "enter");
  await screen.waitFor(/Watch +dataset:found\/bert-base/);
  screen.press("ctrl+u");

  hub.misbehave({ on: /^GET \/api\/datasets$/, status: 500 });
  screen.type("dataset:gpt");
  await screen.waitFor("The hub could not be searched; known names are suggested.");
  expect(hub.seen.filter(({ path }) => path.includes("search=gpt"))).toHaveLength(1);
});
