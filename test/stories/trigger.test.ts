import { expect, it } from "vitest";
import { shortenId } from "../../src/text/identifiers.ts";
import type { OpenApp } from "../support/app/open-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { addWebhook, withoutWebhooks } from "../support/app/steps.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { clickOn } from "../support/screen/click-on.ts";
import { shared } from "../support/shared.ts";

const mounted = shared(() => mountAttached({ columns: 120, rows: 40 }));

/** Shows the list of webhooks, which is empty. */
async function openEmpty(): Promise<OpenApp> {
  await withoutWebhooks(mounted());
  return mounted();
}

it("previews the payload and what it reaches, changes it, sends exactly that, and says what came of it", async () => {
  const app = await openEmpty();
  const { screen, hub } = app;
  const disabled = await addWebhook(app, "dataset:me/corpus", "http://127.0.0.1:9/");
  await hub.disableWebhook(disabled.id);
  const webhook = await addWebhook(app);
  screen.press("t");
  await screen.waitFor("Trigger an event");
  await screen.waitFor(`→ Reaches 1 webhook: ${shortenId(webhook.id)}`);
  await screen.waitFor(`${shortenId(disabled.id)} is disabled`);
  await screen.waitFor('"scope": "repo.content"');
  await screen.waitFor('"private": false');

  // The paths of the payload complete a change; what cannot be one is an error at its field.
  screen.press("tab", "tab", "tab");
  screen.type("priv");
  await screen.waitFor(/repo\.private= +false/);
  screen.press("down", "enter");
  screen.type("true");
  await screen.waitFor('"private": true');
  screen.press("tab");
  screen.type("repo..x=1");
  screen.press("enter");
  await screen.waitFor(/✗ "repo\.\.x" is not a path into a payload/);
  screen.press("ctrl+u");
  await screen.waitUntil((now) => !now.text().includes("✗"));
  screen.press("pagedown");
  await screen.waitFor(`"id": "${webhook.id}"`);
  const sha = /"newSha": "([0-9a-f]{40})"/.exec(screen.text())?.[1] ?? "no sha";

  screen.press("enter");
  await screen.waitFor(/✓ repo\.content update · arrived: #\d+ 200 in [\d.]+ m?s · 2 shows deliveries/);
  const [dispatch] = (await hub.activity(webhook.id)).dispatches;
  const sent = JSON.parse((await hub.dispatch(webhook.id, String(dispatch?.id))).payload);
  expect(sent).toMatchObject({ repo: { private: true }, updatedRefs: [{ newSha: sha }] });
});

it("names the webhook that failed, its response, and the key that shows it", async () => {
  const target = await httpTarget(always(503));
  const app = await openEmpty();
  const { screen } = app;
  const { id } = await addWebhook(app, "dataset:me/corpus", target.url);
  await addWebhook(app);
  screen.press("t");
  await screen.waitFor("→ Reaches 2 webhooks");
  screen.press("enter");
  const short = `${id.slice(0, 4)}…${id.slice(-5)}`;
  await screen.waitFor(`1 accepted, 1 failed: ${short} 503 · 1 shows it`);
});

it("sends a test to the selected webhook only, by the palette", async () => {
  const [other, target] = [await httpTarget(always(200)), await httpTarget(always(201))];
  const app = await openEmpty();
  const { screen } = app;
  await addWebhook(app, "dataset:me/corpus", other.url);
  const { id } = await addWebhook(app, "dataset:me/corpus", target.url);
  screen.press("down", ":");
  screen.type("send test");
  await screen.waitFor(/❯ .*Send a test to this webhook/);
  screen.press("enter");
  await screen.waitFor(`Test webhook ${id}`);
  screen.press("enter");
  await screen.waitFor(`Send a test to ${new URL(target.url).host}?`);
  screen.press("y");
  await screen.waitFor(/✓ 201 in [\d.]+ m?s/);
  expect(target.seen).toHaveLength(1);
  expect(other.seen).toHaveLength(0);
});

it("selects the event by its name as it is typed, and triggers it", async () => {
  const app = await openEmpty();
  const { screen, hub } = app;
  const webhook = await addWebhook(app);
  screen.press("t");
  await screen.waitFor("→ Reaches 1 webhook");
  screen.press("tab", "shift+tab");
  await screen.waitFor(/❯ Event +‹ repo\.content\.update /);
  screen.type("discussion.c");
  await screen.waitFor(/❯ Event +‹ discussion\.create /);
  await screen.waitFor('"scope": "discussion"');
  screen.press("enter");
  await screen.waitFor(/✓ discussion create · arrived: /);
  const [dispatch] = (await hub.activity(webhook.id)).dispatches;
  expect(dispatch).toMatchObject({ event: { scope: "discussion", action: "create" } });
});

it("triggers many events at a rate, with a progress that Esc cancels", async () => {
  const target = await httpTarget(always(200));
  const app = await openEmpty();
  const { screen } = app;
  await addWebhook(app, "dataset:me/corpus", target.url);
  screen.press("t");
  await screen.waitFor("→ Reaches 1 webhook");
  screen.press("shift+tab", "ctrl+u");
  screen.type("3");
  await screen.waitFor("events per second, about 1 s");
  screen.press("enter");
  await screen.waitFor("Triggered repo.content update of dataset:me/corpus: 3 of 3 events, 3 dispatches");
  await target.received(3);
  // The first is the previewed one; the others have commits of their own.
  const commits = target.seen.map(({ body }) => JSON.parse(body).updatedRefs[0].newSha);
  expect(new Set(commits).size).toBe(3);

  screen.press("t");
  await screen.waitFor("→ Reaches 1 webhook");
  screen.press("shift+tab", "ctrl+u");
  screen.type("100000");
  await screen.waitFor("events per second, about 2");
  screen.press("enter");
  await screen.waitFor("Trigger 100,000 events");
  await screen.waitFor(/\d+ of 100,000 events, \d+ dispatch/);
  await target.received(4);
  screen.press("esc");
  await screen.waitFor(/▲ Canceled\. Triggered .*: \d+ of 100,000 events/);
});

it("works by mouse: fields, the wheel over the payload, and the keys in the border", async () => {
  const target = await httpTarget(always(503));
  const app = await openEmpty();
  const { screen } = app;
  await addWebhook(app, "dataset:me/corpus", target.url);
  clickOn(screen, "t trigger");
  await screen.waitFor("→ Reaches 1 webhook");
  clickOn(screen, "path=value, changes");
  await screen.waitFor("❯ Set");
  screen.type("repo.private=true");
  await screen.waitFor('"private": true');
  screen.wheel("down", 60, 20);
  await screen.waitUntil((now) => !now.text().includes('"event": {'));
  clickOn(screen, "PgDn scrolls");
  await screen.waitFor('"version": 3');
  clickOn(screen, "Ctrl+O preview");
  await screen.waitUntil((now) => !now.text().includes("Template"));
  clickOn(screen, "Ctrl+O fields");
  await screen.waitFor("Template");
  clickOn(screen, "Enter trigger");
  await screen.waitFor(/✗ repo\.content update · responded 503 in [\d.]+ m?s, tried again later/);
  expect(JSON.parse(target.seen[0]?.body ?? "")).toMatchObject({ repo: { private: true } });
});

it("says why an event reaches no webhook, and that the hub cannot be asked about an invalid repo", async () => {
  const app = await openEmpty();
  const { screen } = app;
  await addWebhook(app);
  screen.press("t");
  await screen.waitFor("→ Reaches 1 webhook");
  screen.press("tab", "ctrl+u");
  screen.type("model:me/other");
  await screen.waitFor("▲ Reaches no webhook");
  await screen.waitFor("1 webhook watches something else");
  await screen.waitFor('"name": "me/other"');
  screen.press("ctrl+u");
  screen.type("nonsense");
  await screen.waitUntil((now) => !now.text().includes("me/other"));
  screen.press("enter");
  await screen.waitFor(/✗ "nonsense" needs a type. Write type:owner\/name, for example/);
});
