import { connectReceiver } from "../../../src/engine/control/client.ts";
import { addWebhook } from "../../../test/support/app/steps.ts";
import { freePort } from "../../../test/support/tunnel/free-port.ts";
import type { Pictures, Start } from "../pictures.ts";
import { deadHub, remoteHub, silentHub, tunnelStart } from "../servers.ts";
import { leave } from "./moves.ts";
import { onWebhooks } from "./on-screen.ts";

const filled: Start = { data: "filled" };

/** Pictures of the Webhooks screen and its dialogs. */
export const webhookPictures: readonly Pictures[] = [
  {
    of: "webhooks",
    start: filled,
    async *states({ screen }) {
      await screen.waitFor(/org:acme|6 webhooks/);
      await screen.waitFor("/corpus");
      yield "list";
      screen.press("j", "j");
      await screen.waitFor("user:me");
      yield "disabled-selected";
      screen.press("G");
      await screen.waitFor("evil");
      yield "hostile-selected";
      screen.press("g", "g");
      await screen.waitFor("/corpus");
      screen.press("enter");
      await screen.waitFor("domains");
      yield "detail";
    },
  },
  {
    of: "webhooks",
    start: { policies: "bundled" },
    async *states({ screen }) {
      await screen.waitFor("No webhooks yet");
      yield "empty";
    },
  },
  {
    of: "webhooks",
    start: silentHub,
    async *states({ screen }) {
      await screen.waitFor("Loading from");
      yield "loading";
    },
  },
  {
    of: "webhooks",
    start: deadHub,
    async *states({ screen }) {
      await screen.waitFor(/could not list the webhooks/);
      yield "hub-unreachable";
      screen.press("j");
      yield "hub-unreachable-after-key";
    },
  },
  {
    of: "webhook-form",
    async *states(app) {
      const { screen } = app;
      await screen.waitFor("No webhooks yet");
      screen.press("c");
      await screen.waitFor("type:name (org:acme)");
      yield "new";
      screen.type("dataset me corpus");
      screen.press("ctrl+s");
      await screen.waitFor("✗");
      yield "errors";
      screen.press("ctrl+u");
      screen.type("dataset:me/corpus, org:acme, user:me, model:組織/日本語モデル ");
      screen.press("tab", "tab", "tab");
      screen.press("ctrl+g");
      yield "filled";
      screen.press("esc");
      await screen.waitFor("Discard changes?");
      yield "discard";
    },
  },
  onWebhooks("webhook-form", async function* ({ screen }) {
    screen.press("e");
    await screen.waitFor("Edit webhook");
    yield "edit";
    await leave(screen, "Edit webhook");
    screen.press("c");
    await screen.waitFor("Create a webhook");
    screen.type("acme");
    await screen.waitFor(/ {4,}dataset:acme/);
    screen.press("down");
    yield "completion";
    screen.press("esc", "shift+tab", "shift+tab", "space", "tab", "ctrl+space");
    await screen.waitFor("Job ID");
    await screen.waitFor("seq 300");
    yield "job-completion";
  }),
  onWebhooks("webhook-change", async function* ({ screen, hub }) {
    screen.press("e");
    await screen.waitFor("Edit webhook");
    screen.press("end");
    screen.type("/v2");
    screen.press("ctrl+g", "ctrl+s");
    await screen.waitFor("Save changes of");
    yield "change";
    const [webhook] = await hub.listWebhooks();
    if (webhook === undefined) throw new Error("there is no webhook");
    await hub.updateWebhook(webhook.id, { url: "https://example.org/of-somebody-else", domains: ["repo"] });
    screen.press("enter");
    await screen.waitFor("has changed meanwhile");
    yield "conflict";
    await hub.deleteWebhook(webhook.id);
    screen.press("m");
    await screen.waitFor("no longer exists");
    yield "vanished";
  }),
  onWebhooks("webhook-name", async function* ({ screen }) {
    screen.press("m", "n");
    await screen.waitFor("The Hub stores no names");
    yield "open";
    screen.type("inbox main");
    screen.press("enter");
    await screen.waitFor("is not a name");
    yield "error";
  }),
  onWebhooks("delete-webhooks", async function* ({ screen }) {
    screen.press("space", "space");
    await screen.waitFor("2 marked");
    screen.press("d");
    await screen.waitFor("Delete 2 webhooks?");
    yield "open";
    screen.type("3");
    screen.press("enter");
    await screen.waitFor("type their number: 2");
    yield "error";
  }),
  onWebhooks("webhooks", async function* ({ screen }) {
    screen.press("ctrl+a");
    await screen.waitFor("marked");
    yield "marked";
    screen.press("o");
    await screen.waitFor(/(?:En|Dis)able \d+ webhook/);
    yield "switch-many";
  }),
  onWebhooks("webhooks", async function* ({ screen }) {
    screen.press("m", "g");
    await screen.waitFor(/ · 1 /);
    yield "grouped";
    screen.press("m", "g", "/");
    screen.type("corpus");
    await screen.waitFor(/\d of \d/);
    yield "filter";
    screen.press("ctrl+u");
    screen.type("nothing-has-this");
    await screen.waitFor("No webhooks match");
    yield "no-match";
  }),
  onWebhooks("trigger", async function* ({ screen }) {
    screen.press("t");
    await screen.waitFor("Trigger an event");
    await screen.waitFor(/Reaches \d+ webhooks?/);
    yield "open";
    screen.press("ctrl+o");
    await screen.waitFor("Ctrl+O fields");
    yield "preview";
    screen.press("ctrl+o");
    screen.press("tab", "ctrl+u");
    screen.type("dataset me other");
    screen.press("enter");
    await screen.waitFor("needs a type");
    yield "error";
    screen.press("ctrl+u");
    screen.type("acme");
    await screen.waitFor(/ {4,}dataset:acme/);
    yield "completion";
  }),
  onWebhooks("trigger-run", async function* ({ screen }) {
    screen.press("t");
    await screen.waitFor("Trigger an event");
    screen.press("shift+tab", "ctrl+u");
    screen.type("1000");
    await screen.waitFor("1000");
    screen.press("enter");
    await screen.waitFor(/[1-9]\d* of 1,000 events/);
    yield "running";
    screen.press("esc");
    await screen.waitFor("Canceled");
  }),
  onWebhooks("webhooks", async function* ({ screen }) {
    screen.press("g", "a");
    await screen.waitFor("✓ 200");
    yield "activity";
    screen.press("esc", "j");
    // The row of the selected dispatch.
    await screen.waitFor(/❯ [\d:]+ .*↻ connection/);
    screen.press("g", "a");
    await screen.waitFor(/┃❯ [\d:]+ .*↻ connection/);
    yield "activity-failing";
    screen.press("tab");
    await screen.waitFor("━ Webhook ");
    yield "facts";
  }),
  {
    of: "webhooks",
    async *states(app) {
      await addWebhook(app);
      app.screen.press("g", "a");
      await app.screen.waitFor("No dispatches yet");
      yield "activity-empty";
    },
  },
  {
    of: "webhooks",
    start: remoteHub,
    async *states({ screen }) {
      await screen.waitFor("/corpus");
      screen.press("g", "a");
      await screen.waitFor("does not report dispatches");
      yield "activity-remote-hub";
    },
  },
  {
    of: "webhook-test",
    start: remoteHub,
    async *states({ screen }) {
      await screen.waitFor("/corpus");
      screen.press("t");
      await screen.waitFor("Test webhook");
      await screen.waitFor("X-Hooklens-Test");
      yield "open";
    },
  },
  {
    of: "test-result",
    start: remoteHub,
    async *states({ screen }) {
      await screen.waitFor("/corpus");
      screen.press("t");
      await screen.waitFor("X-Hooklens-Test");
      screen.press("enter");
      await screen.waitFor("Send a test to");
      screen.press("y");
      await screen.waitFor(/no response|\d\d\d in/);
      yield "result";
    },
  },
  onWebhooks("dispatch", async function* ({ screen }) {
    screen.press("g", "a");
    // The focus loads more of them.
    await screen.waitFor(/┃❯ [\d:]+ .*✓ 200|answer: 200/);
    screen.press("enter");
    await screen.waitFor("Attempt 1");
    yield "sent";
    await leave(screen, "Attempt 1");
    screen.press("esc", "j");
    // The row of the selected dispatch.
    await screen.waitFor(/❯ [\d:]+ .*↻ connection/);
    screen.press("g", "a");
    await screen.waitFor(/┃❯ [\d:]+ .*↻ connection/);
    screen.press("enter");
    await screen.waitFor("Attempt 1");
    yield "failing";
  }),
  onWebhooks("webhook-health", async function* ({ screen }) {
    screen.press("w");
    await screen.waitFor(/nothing fails|first failure/);
    yield "passing";
    await leave(screen, "Why does nothing arrive?");
    screen.press("j", "w");
    await screen.waitFor("first failure");
    yield "failing";
    screen.press("home");
    yield "first-check";
  }),
  {
    of: "stray-webhooks",
    start: tunnelStart,
    async *states(app) {
      const { screen } = app;
      const control = connectReceiver(app.role("receiver"));
      const choice = (await control.state()).tunnel?.choice ?? "";
      const openAt = (port: number) => control.openTunnel(`${choice}/?port=${port}`);
      const first = await openAt(await freePort());
      if (first.kind !== "open") throw new Error(`the tunnel is ${first.kind}`);
      const target = (path: string) => ({
        url: `${first.url}/webhooks/${path}`,
        watched: [{ type: "org", name: "acme" }],
      });
      await app.hub.createWebhook(target("inbox?team=research&region=eu-west-1"));
      await app.hub.createWebhook(target("train"));
      screen.press("f5");
      await screen.waitFor(/train|2 webhooks/);
      await openAt(await freePort());
      await screen.waitFor("These 2 webhooks");
      yield "open";
    },
  },
];
