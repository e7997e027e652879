import { describe, expect, it } from "vitest";
import type { Webhook } from "../../src/model/webhook.ts";
import { isDrawn } from "../support/app/header.ts";
import type { OpenApp } from "../support/app/open-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { addWebhook, withoutWebhooks } from "../support/app/steps.ts";
import type { Screen } from "../support/screen/screen.ts";
import { shared } from "../support/shared.ts";

const webhooks = shared(() => mountAttached({ columns: 80, rows: 24 }));

/** Shows the list of webhooks, which is empty. */
async function openEmpty(): Promise<OpenApp> {
  await withoutWebhooks(webhooks());
  return webhooks();
}

async function openForm(app: OpenApp): Promise<void> {
  app.screen.press("c");
  await app.screen.waitFor("Create a webhook");
}

/** Saves the form of a new webhook, and returns the only webhook of the hub. */
async function saved({ screen, hub }: OpenApp): Promise<Webhook | undefined> {
  screen.press("ctrl+s");
  await screen.waitFor(/Webhook [0-9a-f]{24} created/);
  // The message may be that of the story before.
  await expect.poll(() => hub.listWebhooks()).toHaveLength(1);
  return (await hub.listWebhooks())[0];
}

/** Returns true if the screen below the header shows an error. */
const hasError = (screen: Screen) => screen.text().split("\n").slice(1).join("\n").includes("✗");

/** Replaces the text of the focused field. */
function retype({ screen }: OpenApp, text: string): void {
  screen.press("ctrl+u", "ctrl+k");
  screen.type(text);
}

describe("the form of a new webhook", () => {
  it.each([
    ["example.org/hook", '✗ "example.org/hook" is not a URL'],
    ["ftp://example.org", '✗ "ftp://example.org" cannot receive webhooks'],
    ["https://me:pw@example.org", '✗ "example.org" has a user name or password in its URL'],
    ["", "✗ Enter a URL, for example"],
  ])("shows what is wrong with the URL %j, and keeps all input", async (url, error) => {
    const app = await openEmpty();
    const { screen } = app;
    await openForm(app);
    screen.type("dataset:me/corpus");
    screen.press("shift+tab");
    retype(app, url);
    screen.press("ctrl+s");
    await screen.waitFor(error);
    const at = screen.row(/❯ URL/);
    expect(screen.line(at)).toContain(url);
    expect(screen.line(at + 1)).toContain(error);
    expect(screen.cursor.y).toBe(at);
    await screen.waitFor("Watch     dataset:me/corpus");

    retype(app, "https://example.org/hook");
    await screen.waitUntil((now) => !hasError(now));
    expect(await saved(app)).toMatchObject({
      url: "https://example.org/hook",
      watched: [{ type: "dataset", name: "me/corpus" }],
    });
  });

  it("shows what is wrong with a watched item, keeps it, and adds the others", async () => {
    const app = await openEmpty();
    const { screen } = app;
    await openForm(app);
    screen.type("org:acme orgacme user:me/x dataset:me/corpus");
    screen.press("enter");
    await screen.waitFor('✗ "orgacme" needs a type');
    await screen.waitFor("org:acme, dataset:me/corpus");
    const at = screen.row(/orgacme user:me\/x/);
    expect(screen.cursor.y).toBe(at);

    retype(app, "org:acme2");
    screen.press("enter");
    await screen.waitFor("org:acme, dataset:me/corpus, org:acme2");
    screen.press("backspace");
    await screen.waitUntil((now) => now.row(/❯ +org:acme2$|❯ +org:acme2 /) > 0);
    expect(screen.row(/Watch +org:acme, dataset:me\/corpus +│/)).toBeGreaterThan(0);
    screen.press("backspace");
    expect((await saved(app))?.watched.map(({ name }) => name)).toEqual(["acme", "me/corpus"]);
  });

  it("requires a domain, an ASCII secret, and the ID of a Job", async () => {
    const app = await openEmpty();
    const { screen } = app;
    await openForm(app);
    screen.type("model:me/gpt2");
    screen.press("tab", "space", "tab", "space", "tab", "ctrl+u");
    screen.type("geheimnis-é");
    screen.press("ctrl+s");
    await screen.waitFor("✗ Choose at least one domain");
    await screen.waitFor("✗ The secret is invalid");
    await screen.waitFor("[ ] repo");
    // The first error is focused.
    expect(screen.row(/❯\[ \] repo/)).toBeGreaterThan(0);
    screen.press("space", "tab", "tab", "backspace", "ctrl+r");
    await screen.waitFor("geheimnis-");
    await screen.waitUntil((now) => !hasError(now));

    screen.press("tab", "space");
    await screen.waitFor("( ) URL  (•) Job");
    screen.press("ctrl+s");
    await screen.waitFor("✗ Enter the ID of the source Job");
    const { id: jobId } = await app.hub.runJob({ command: ["true"], image: "python:3.12" });
    screen.type(jobId);
    const made = await saved(app);
    await screen.waitFor(/❯ ● \S+ +job true +model\S+gpt2/);
    expect(made).toMatchObject({ url: null, domains: ["repo"], secret: "geheimnis-" });
  });

  it("asks before it discards input, and returns to the form on Esc", async () => {
    const app = await openEmpty();
    const { screen } = app;
    await openForm(app);
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("Create a webhook"));
    await openForm(app);
    screen.type("org:acme");
    screen.press("esc");
    await screen.waitFor("Discard changes?");
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("Discard changes?"));
    await screen.waitFor("org:acme");
    screen.press("esc");
    await screen.waitFor("Discard changes?");
    screen.press("y");
    await screen.waitUntil((now) => !now.text().includes("Create a webhook"));
    expect(await app.hub.listWebhooks()).toEqual([]);
  });
});

describe("an existing webhook", () => {
  it("is edited in the same form, which sends only changes", async () => {
    const app = await openEmpty();
    const { screen } = app;
    const { id } = await addWebhook(app, "org:acme", "https://example.org/hook");
    screen.press("e");
    await screen.waitFor(`Edit webhook ${id}`);
    // The target cannot change after creation.
    expect(screen.text()).not.toContain("( ) Job");
    screen.press("end");
    screen.type("/2");
    screen.press("ctrl+s");
    await screen.waitFor(`Save changes of ${id}?`);
    await screen.waitFor(/url +- https:\/\/example\.org\/hook /);
    await screen.waitFor(/ \+ https:\/\/example\.org\/hook\/2 /);
    expect(await app.hub.getWebhook(id)).toMatchObject({ url: "https://example.org/hook" });
    screen.press("ctrl+s");
    await screen.waitFor(`Webhook ${id} saved`);
    expect(await app.hub.listWebhooks()).toMatchObject([
      { id, url: "https://example.org/hook/2", watched: [{ type: "org", name: "acme" }] },
    ]);
  });

  it("is disabled and enabled by one key", async () => {
    const app = await openEmpty();
    const { screen } = app;
    const { id } = await addWebhook(app);
    screen.resize(120, 24);
    await screen.waitFor("o disable");
    screen.press("o");
    await screen.waitFor(/○ \S+ .*disabled/);
    await screen.waitFor(`Webhook ${id} disabled`);
    expect((await app.hub.getWebhook(id)).disabled).toBe(true);
    await screen.waitFor("o enable");
    screen.press("o");
    await screen.waitFor(/❯ ● \S+ /);
    await screen.waitFor(`Webhook ${id} enabled`);
    expect((await app.hub.getWebhook(id)).disabled).toBe(false);
    screen.resize(80, 24);
    await screen.waitUntil(isDrawn);
  });

  it("is deleted only by y, and restored by u with a new ID", async () => {
    const app = await openEmpty();
    const { screen } = app;
    const { id } = await addWebhook(app, "dataset:me/corpus");
    for (const no of ["esc", "n", "q"]) {
      screen.press("d");
      await screen.waitFor(`Delete webhook ${id}?`);
      await screen.waitFor("watches dataset:me/corpus");
      await screen.waitFor("with a new ID");
      // Enter does not answer; the resized dialog is drawn after it.
      screen.press("enter");
      screen.resize(no === "n" ? 80 : 90, 24);
      await screen.waitUntil(isDrawn);
      expect(screen.text()).toContain(`Delete webhook ${id}?`);
      screen.press(no);
      await screen.waitUntil((now) => !now.text().includes("Delete webhook"));
    }
    expect(await app.hub.listWebhooks()).toHaveLength(1);
    screen.resize(80, 24);
    await screen.waitUntil(isDrawn);

    screen.press("d");
    await screen.waitFor("Delete webhook");
    screen.press("y");
    await screen.waitFor(`Webhook ${id} deleted · u restores it (new ID)`);
    await screen.waitFor("No webhooks yet");
    expect(await app.hub.listWebhooks()).toEqual([]);

    screen.press("u");
    await screen.waitFor(/Webhook restored as [0-9a-f]{24}/);
    const [again] = await app.hub.listWebhooks();
    expect(again).toMatchObject({ watched: [{ type: "dataset", name: "me/corpus" }] });
    expect(again?.id).not.toBe(id);
    // The message that offers the undo ends with it.
    await screen.waitUntil((now) => !/restored as/.test(now.text()));
    expect(screen.text()).not.toContain("restores it");
  });

  it("announces a delivery only for a webhook of this app's receiver", async () => {
    const app = await openEmpty();
    const { screen } = app;
    await addWebhook(app, "dataset:me/corpus", "http://127.0.0.1:9/hook");
    screen.press("t");
    await screen.waitFor("Trigger an event");
    screen.press("enter");
    await screen.waitFor("repo.content update · no response: ");
    expect(screen.text()).not.toContain("shows it arrive");
  });

  it("is triggered only for what it watches, with a message otherwise", async () => {
    const app = await openEmpty();
    const { screen } = app;
    await addWebhook(app, "dataset:me/corpus");
    screen.press("t");
    await screen.waitFor("Trigger an event");
    screen.press("tab");
    retype(app, "dataset me other");
    screen.press("enter");
    await screen.waitFor(/✗ "dataset me other" needs a type/);
    await screen.waitFor("Repo      dataset me other");
    retype(app, "dataset:me/other");
    screen.press("enter");
    await screen.waitFor("▲ No enabled webhook watches dataset:me/other for repo.content update.");
  });
});
