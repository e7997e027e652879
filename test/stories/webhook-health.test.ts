import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { WebhookDraft } from "../../src/model/webhook.ts";
import { mountApp } from "../support/app/mount-app.ts";
import type { OpenApp } from "../support/app/open-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { listedId, withoutWebhooks } from "../support/app/steps.ts";
import { handlersDirectory } from "../support/handlers-directory.ts";
import { httpTarget } from "../support/http-target.ts";
import { clickOn } from "../support/screen/click-on.ts";
import { shared } from "../support/shared.ts";
import { configuration } from "../support/tunnel/configured.ts";

const size = { columns: 120, rows: 40 };

/** Makes the repo of each test another one. */
let repos = 0;
let repo = { type: "dataset", name: "me/corpus" };

/** Adds a webhook to the app, by default for its receiver, as the only one, and selects it. */
async function openWith(app: OpenApp, draft: Partial<WebhookDraft>) {
  await withoutWebhooks(app);
  repo = { type: "dataset", name: `me/corpus-${(repos += 1)}` };
  return { ...app, webhook: await add(app, draft) };
}

async function add(app: OpenApp, draft: Partial<WebhookDraft>) {
  const webhook = await app.hub.createWebhook({
    url: `${app.receiver}/webhooks/inbox`,
    watched: [repo],
    ...draft,
  });
  app.screen.press("1", "f5");
  await app.screen.waitFor(listedId(webhook.id));
  return webhook;
}

/** Opens the checks, and waits until one of them is named as the first that fails. */
async function ask({ screen }: OpenApp, failure: string): Promise<void> {
  screen.press("w");
  await screen.waitFor("Why does nothing arrive?");
  await screen.waitFor(`first failure: ${failure}`);
}

async function closeChecks({ screen }: OpenApp): Promise<void> {
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("Why does nothing arrive?"));
}

/** Triggers an event, and waits until the receiver has accepted a delivery of it. */
async function expectDelivery(app: OpenApp, route = "inbox"): Promise<void> {
  const { screen, hub } = app;
  await hub.trigger({ scope: "repo.content", action: "update", repo });
  await closeChecks(app);
  screen.press("2");
  await screen.waitFor(new RegExp(`❯ +\\d+ .* ✓ 200 +${route} .*${repo.name} `));
}

describe("why nothing arrives, on the local hub", () => {
  const mounted = shared(() => mountAttached(size));

  it("a disabled webhook: F enables it", async () => {
    const app = await openWith(mounted(), {});
    const { screen, hub, webhook } = app;
    await hub.disableWebhook(webhook.id);
    screen.press("f5");
    await screen.waitFor("F enable");
    await ask(app, "status");
    await screen.waitFor("→ Press F to enable the webhook.");
    screen.press("F");
    // The message is there for two seconds.
    await screen.waitFor(`Webhook ${webhook.id} enabled`);
    await screen.waitFor("nothing fails");
    await closeChecks(app);
    screen.press("u");
    await screen.waitFor(`Webhook ${webhook.id} disabled`);
    expect((await hub.getWebhook(webhook.id)).disabled).toBe(true);
    await screen.waitFor("F enable");
    screen.press("F");
    await screen.waitFor(`Webhook ${webhook.id} enabled · u disables it`);
    screen.press("w");
    await screen.waitFor("nothing fails");
    await expectDelivery(app);
  });

  it("an old port: F updates all webhooks that send there", async () => {
    const app = await openWith(mounted(), { url: "http://localhost:9/webhooks/inbox" });
    const { screen, hub, webhook } = app;
    const second = await add(app, { url: "http://127.0.0.1:9/webhooks/inbox?b=1" });
    await ask(app, "address");
    await screen.waitFor("It sends to port 9, where nothing listens; this receiver listens on port");
    screen.press("F");
    await screen.waitFor("Update addresses?");
    await screen.waitFor("These 2 webhooks send to another address.");
    screen.press("y");
    await screen.waitFor("Updated 2 webhooks");
    await screen.waitFor("nothing fails");
    expect((await hub.getWebhook(webhook.id)).url).toBe(`${app.receiver}/webhooks/inbox`);
    expect((await hub.getWebhook(second.id)).url).toBe(`${app.receiver}/webhooks/inbox?b=1`);
    await expectDelivery(app);
  });

  it("a port that another program leaves: all that send there fail, and F updates all", async () => {
    const target = await httpTarget((_request, response) => void response.end());
    const app = await openWith(mounted(), { url: `${target.url}/webhooks/inbox` });
    const { screen, hub } = app;
    for (const query of ["?b=1", "?c=1"]) await add(app, { url: `${target.url}/webhooks/inbox${query}` });
    await hub.trigger({ scope: "repo.content", action: "update", repo });
    await screen.waitUntil((now) => now.text().match(/▲ other port/g)?.length === 3);
    await target.close();
    await screen.waitUntil((now) => now.text().match(/▲ port moved/g)?.length === 3);
    await screen.waitFor("3 point nowhere");
    screen.press("ctrl+a", "F");
    await screen.waitFor("These 3 webhooks send to another address.");
    screen.press("y");
    await screen.waitFor("Updated 3 webhooks");
    const urls = (await hub.listWebhooks()).map(({ url }) => url?.split("?")[0]);
    expect(urls).toEqual([1, 2, 3].map(() => `${app.receiver}/webhooks/inbox`));
    screen.press("esc");
  });

  it("a target that refuses: its status, and F tries again when asked", async () => {
    let status = 500;
    // The hub does not try again within the test.
    const headers = { "retry-after": "3600" };
    const target = await httpTarget((_request, response) => void response.writeHead(status, headers).end());
    const app = await openWith(mounted(), { url: `${target.url}/hook` });
    const { screen, hub } = app;
    await hub.trigger({ scope: "repo.content", action: "update", repo });
    await expect.poll(async () => (await hub.webhookActivities()).activities[0]?.last?.status).toBe(500);
    await ask(app, "response");
    await screen.waitFor("The last attempt got 500");
    // The checks send nothing to the target.
    expect(target.seen.length).toBe(1);
    status = 204;
    screen.press("F");
    await screen.waitFor(/Replayed dispatch \d+: 204/);
    await screen.waitFor("nothing fails");
    expect(target.seen.length).toBe(2);
    await closeChecks(app);
  });

  it("a target that is not there", async () => {
    const target = await httpTarget((_request, response) => void response.end());
    await target.close();
    const app = await openWith(mounted(), { url: `${target.url}/hook` });
    await app.hub.trigger({ scope: "repo.content", action: "update", repo });
    await expect
      .poll(async () => (await app.hub.webhookActivities()).activities[0]?.last?.error)
      .toBe("ECONNREFUSED");
    await ask(app, "address");
    await app.screen.waitFor("Nothing listens on 127.0.0.1:");
    await app.screen.waitFor("→ Start the program there, then press F to replay its last dispatch.");
    await closeChecks(app);
  });

  it("a target that redirects: F changes the URL to the one it names, after a question", async () => {
    const target = await httpTarget(({ url }, response) => {
      const isNew = url === "/new";
      response.writeHead(isNew ? 200 : 308, isNew ? {} : { location: "/new" }).end();
    });
    const app = await openWith(mounted(), { url: `${target.url}/old` });
    const { screen, hub, webhook } = app;
    await hub.trigger({ scope: "repo.content", action: "update", repo });
    await screen.waitFor("✗ redirect");
    await ask(app, "response");
    screen.press("F");
    await screen.waitFor("Change the URL?");
    screen.press("y");
    await screen.waitFor(`Webhook ${webhook.id} sends to`);
    expect((await hub.getWebhook(webhook.id)).url).toBe(`${target.url}/new`);
    await closeChecks(app);
  });

  it("events of a domain that the webhook excludes: F adds the domain", async () => {
    const app = await openWith(mounted(), { domains: ["discussion"] });
    const { screen, hub, webhook } = app;
    const everything = { watched: [{ type: "user", name: "me" }], url: `${app.receiver}/webhooks/inbox?all` };
    const all = await add(app, everything);
    await hub.trigger({ scope: "repo.content", action: "update", repo });
    const statusOf = async (id: string) =>
      (await hub.webhookActivities()).activities.find(({ webhookId }) => webhookId === id)?.last?.status;
    await expect.poll(() => statusOf(all.id)).toBe(200);
    screen.press("g", "g");
    await screen.waitFor(/❯ .*\/webhooks\/inbox +dataset/);
    // The list does not know the events of others; F looks before it triggers one.
    await screen.waitFor("F trigger");
    screen.press("F");
    await screen.waitFor("first failure: domains");
    await screen.waitFor("the event repo.content update, which its domains (discussion)");
    screen.press("F");
    await screen.waitFor("also fires for the domain repo");
    await screen.waitFor("nothing fails");
    expect((await hub.getWebhook(webhook.id)).domains).toEqual(["discussion", "repo"]);
    await closeChecks(app);
    screen.press("u");
    await screen.waitFor(`Webhook ${webhook.id} restored`);
    expect((await hub.getWebhook(webhook.id)).domains).toEqual(["discussion"]);
  });

  it("a quota that is used up", async () => {
    const target = await httpTarget((_request, response) => void response.end());
    const app = await openWith(mounted(), { url: `${target.url}/hook` });
    for (let sent = 0; sent < 1000; sent += 50) {
      await Promise.all(
        Array.from({ length: 50 }, () => app.hub.trigger({ scope: "repo.content", action: "update", repo })),
      );
    }
    await ask(app, "quota");
    await app.screen.waitFor("1,000 of 1,000 triggers of 24 h are used");
    await closeChecks(app);
  });

  it("nothing at all: F triggers the first event, which arrives", async () => {
    const app = await openWith(mounted(), {});
    const { screen } = app;
    screen.press("w");
    await screen.waitFor("nothing fails");
    await screen.waitFor("Nothing has happened yet");
    screen.press("F");
    await screen.waitFor("Trigger an event");
    screen.press("ctrl+s");
    await screen.waitFor("Triggered repo.content update");
    screen.press("2");
    await screen.waitFor(new RegExp(`❯ +\\d+ .* ✓ 200 +inbox .*${repo.name} `));
  });

  it("by mouse: a click on the key opens the checks, selects one, and fixes the first failure", async () => {
    const app = await openWith(mounted(), {});
    const { screen, hub, webhook } = app;
    await hub.disableWebhook(webhook.id);
    screen.press("f5");
    await screen.waitFor("F enable");
    clickOn(screen, "w check");
    await screen.waitFor("first failure: status");
    clickOn(screen, "✓ route");
    await screen.waitFor("status → Press F to enable the webhook.");
    clickOn(screen, "F enable  r again");
    await screen.waitFor("nothing fails");
    expect((await hub.getWebhook(webhook.id)).disabled).toBe(false);
    await closeChecks(app);
  });

  it("F that is pressed while the checks run fixes what they find", async () => {
    const app = await openWith(mounted(), {});
    const {
      screen,
      hub,
      webhook: { id },
    } = app;
    await hub.disableWebhook(id);
    screen.press("f5");
    await screen.waitFor("F enable");
    screen.press("w", "F");
    await screen.waitFor(`Webhook ${id} enabled`);
    await screen.waitFor("nothing fails");
    expect((await hub.getWebhook(id)).disabled).toBe(false);

    // Two presses fix once, and a press with nothing to fix does nothing.
    await hub.disableWebhook(id);
    await closeChecks(app);
    screen.press("f5");
    await screen.waitFor("F enable");
    screen.press("w", "F", "F");
    await screen.waitFor("nothing fails");
    expect((await hub.getWebhook(id)).disabled).toBe(false);
    await closeChecks(app);
  });

  it("a webhook that is gone is reported in the dialog", async () => {
    const app = await openWith(mounted(), {});
    const { screen, hub, webhook } = app;
    screen.press("w");
    await screen.waitFor("nothing fails");
    await hub.deleteWebhook(webhook.id);
    screen.press("r");
    await screen.waitFor(`has no webhook ${webhook.id}`);
    await closeChecks(app);
  });
});

describe("why nothing arrives at a receiver with secrets", () => {
  const mounted = shared(() => {
    const settings = configuration(
      "receiver: {routes: [inbox, closed], routeSecrets: {closed: of-closed}}\n",
    );
    return mountApp({ ...size, env: { ...settings, WEBHOOK_SECRET: "the-right-one" } });
  });

  it("another secret: F puts the receiver's in, and neither is shown", async () => {
    const app = await openWith(mounted(), { secret: "the-right-one" });
    const { screen, hub, webhook } = app;
    await sendAccepted(app);
    await hub.updateWebhook(webhook.id, { secret: "not-the-one" });
    await replayUntil(app, 403);
    screen.press("f5");
    await screen.waitFor("F set secret");
    await ask(app, "secret");
    screen.press("F");
    await screen.waitFor("Replace the secret?");
    screen.press("y");
    await screen.waitFor("has the receiver's secret");
    await screen.waitFor(/\? response +The last attempt got 403 /);
    await screen.waitFor("before the cause was removed");
    await screen.waitFor("→ Press F to replay its last dispatch.");
    expect((await hub.getWebhook(webhook.id)).secret).toBe("the-right-one");
    screen.press("F");
    await screen.waitFor(/Replayed dispatch \d+: 200/);
    // A target that failed before is a warning.
    await screen.waitFor(/▲ response +The last attempt got 200/);
    await screen.waitFor("nothing fails");
    expect(screen.raw).not.toMatch(/the-right-one|not-the-one/);
    await expectDelivery(app);
  });

  it("no secret at a route that requires its own", async () => {
    const app = await openWith(mounted(), {
      secret: "the-right-one",
      url: `${mounted().receiver}/webhooks/closed`,
    });
    const { screen, hub, webhook } = app;
    await ask(app, "secret");
    await screen.waitFor("The route closed does not accept");
    screen.press("F");
    await screen.waitFor("Replace the secret?");
    await screen.waitFor("u restores the present secret within 10 seconds.");
    screen.press("y");
    await screen.waitFor("has the receiver's secret · u restores it");
    expect((await hub.getWebhook(webhook.id)).secret).toBe("of-closed");
    await closeChecks(app);
    screen.press("u");
    await screen.waitFor(`Webhook ${webhook.id} restored`);
    expect((await hub.getWebhook(webhook.id)).secret).toBe("the-right-one");
  });

  it("marked webhooks: F cures those that need the same, after a question", async () => {
    const app = await openWith(mounted(), { secret: "not-the-one" });
    const { screen, hub } = app;
    const second = await add(app, { secret: "nor-this" });
    const third = await add(app, {});
    await hub.disableWebhook(third.id);
    screen.press("f5", "g", "g");
    await screen.waitFor("F set secret");
    screen.press("ctrl+a");
    await screen.waitFor("F set secret ×2");
    screen.press("F");
    await screen.waitFor("Replace the secrets?");
    await screen.waitFor(second.id);
    expect((await hub.getWebhook(second.id)).secret).toBe("nor-this");
    screen.press("y");
    await screen.waitFor("Fixed 2 webhooks");
    const secrets = (await hub.listWebhooks()).map(({ secret }) => secret);
    expect(secrets).toEqual(["the-right-one", "the-right-one", null]);
    await screen.waitFor("F enable");
  });
});

describe("why nothing arrives at a handler", () => {
  const opened = shared(async () => {
    const directory = handlersDirectory({
      "train.ts": "export default () => 'learned';\n",
      "broken.ts": "export default 5;\n",
    });
    const settings = configuration(
      `receiver: {routes: [inbox, train], handlers: ${JSON.stringify(directory.path)}}\n`,
    );
    return { app: await mountApp({ ...size, env: settings }), directory, settings };
  });

  it("a missing route: F adds it to the receiver and its settings, where the others stay, also one that has a handler", async () => {
    const { app: mounted, settings } = opened();
    const app = await openWith(mounted, { url: `${mounted.receiver}/webhooks/extra` });
    const { screen } = app;
    await ask(app, "route");
    await screen.waitFor("The receiver has no route extra. Its routes: inbox, ");
    screen.press("F");
    await screen.waitFor("The receiver has the route extra");
    await screen.waitFor("nothing fails");
    const file = join(settings["XDG_CONFIG_HOME"] ?? "", "hooklens", "config.yaml");
    expect(parse(readFileSync(file, "utf8"))).toMatchObject({
      receiver: { routes: ["inbox", "train", "extra"] },
    });
    await expectDelivery(app, "extra");
  });

  it("a handler that throws: its message and line, and F replays once it is fixed", async () => {
    const { app: mounted, directory } = opened();
    const app = await openWith(mounted, { url: `${mounted.receiver}/webhooks/train` });
    const { screen } = app;
    await sendAccepted(app);
    directory.replace(
      "train.ts",
      "export default () => {\n  throw new TypeError('rows is undefined');\n};\n",
    );
    await expect.poll(async () => (await fetch(`${app.receiver}/webhooks/train`, post)).status).toBe(500);
    await sendOnce(app, 500);
    // The next attempt of the hub would settle what F replays; the one after it follows in 5 minutes.
    await expect.poll(async () => (await app.hub.webhookActivities()).activities[0]?.failures).toBe(2);
    await ask(app, "handler");
    await screen.waitFor("rows is undefined (train.ts:2)");
    directory.replace("train.ts", "export default () => 'learned';\n");
    await expect.poll(async () => (await fetch(`${app.receiver}/webhooks/train`, post)).status).toBe(200);
    screen.press("F");
    await screen.waitFor(/Replayed dispatch \d+: 200/);
    await screen.waitFor("nothing fails");
    await closeChecks(app);
  });

  it("a handler that cannot be loaded", async () => {
    const { app: mounted } = opened();
    const app = await openWith(mounted, { url: `${mounted.receiver}/webhooks/broken` });
    await ask(app, "handler");
    await app.screen.waitFor("→ Fix broken.ts; it is reloaded when it is saved.");
    app.screen.press("F");
    await app.screen.waitFor("first failure: handler");
    await closeChecks(app);
  });
});

const post = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: "{}",
} as const;

/** Triggers an event, and waits until its dispatch is accepted. */
const sendAccepted = (app: OpenApp): Promise<void> => sendOnce(app, 200);

/** Triggers an event, and waits until the last attempt has this status. */
async function sendOnce({ hub }: OpenApp, status: number): Promise<void> {
  await hub.trigger({ scope: "repo.content", action: "update", repo });
  await expect.poll(async () => (await hub.webhookActivities()).activities[0]?.last?.status).toBe(status);
}

/** Replays the last dispatch until its target responds with this status. No other attempt follows a replay. */
async function replayUntil({ hub }: OpenApp, status: number): Promise<void> {
  const [webhook] = await hub.listWebhooks();
  const id = webhook?.id ?? "";
  const { dispatches } = await hub.activity(id, { limit: 1 });
  await expect
    .poll(async () => (await hub.replayDispatch(id, String(dispatches[0]?.id))).status)
    .toBe(status);
}
