import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { mountApp, mountScreen } from "../support/app/mount-app.ts";
import type { OpenApp } from "../support/app/open-app.ts";
import { addWebhook, contentPayload, post } from "../support/app/steps.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import type { Screen } from "../support/screen/screen.ts";
import { standInHub } from "../support/stand-in-hub.ts";
import { takePort } from "../support/taken-port.ts";

const sizes = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
];

/** Clicks on a text. */
function clickOn(screen: Screen, text: string): void {
  const y = screen.row(new RegExp(RegExp.escape(text)));
  screen.click(screen.line(y).indexOf(text), y);
}

/** Presses Enter until the form of a webhook has closed. */
async function enterThroughForm(screen: Screen): Promise<void> {
  await screen.waitFor(/❯ Watch +user:me \(yours\)/);
  for (const focused of [/Watch +user:me *│?/, /❯\[x\] discussion/, /❯ Secret/]) {
    screen.press("enter");
    await screen.waitFor(focused);
  }
  screen.press("enter");
}

function configAt({ screen }: OpenApp): string {
  return join(screen.home, ".config", "hooklens", "config.yaml");
}

/** Creates a config file and returns the environment that selects it. */
function configFile(text: string, mode = 0o644): { path: string; env: { XDG_CONFIG_HOME: string } } {
  const home = freshDataDir();
  const path = join(home, "hooklens", "config.yaml");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
  return { path, env: { XDG_CONFIG_HOME: home } };
}

/** Checks that the only webhook has the secret of the receiver, which refuses others, and that the test arrived. */
async function expectFirst(app: OpenApp, secret: string): Promise<void> {
  const [webhook, ...others] = await app.hub.listWebhooks();
  expect(others).toEqual([]);
  expect(webhook).toMatchObject({ url: `${app.receiver}/webhooks/inbox`, secret });
  expect(await post(app, contentPayload())).toBe(401);
  app.screen.press("2");
  await app.screen.waitFor(/ 1 \d\d:\d\d:\d\d ✓ 200 +inbox/);
}

it.each(sizes)(
  "needs only c and Enter from an empty start to the arrival of an event at $columns x $rows",
  async (size) => {
    const app = await mountApp(size);
    const { screen } = app;
    await screen.waitFor("1. Press c, then Enter through the form. It creates a webhook");
    await screen.waitFor("The receiver asks for no secret");
    screen.press("c");
    await enterThroughForm(screen);
    await screen.waitFor(/✓ Test event arrived: #1 200 in [\d.]+ m?s · 2 shows it/);
    const secret = /^receiver:\n {2}secret: ([0-9a-f]{32})\n$/.exec(readFileSync(configAt(app), "utf8"))?.[1];
    expect(statSync(configAt(app)).mode & 0o777).toBe(0o600);
    await screen.waitUntil((now) => !now.line(0).includes("no secret"));
    await expectFirst(app, secret ?? "");
    screen.press("q");
    expect(await screen.exit).toEqual({ code: 0, signal: null });
  },
);

it.each(sizes)("needs only the mouse at $columns x $rows", async (size) => {
  const app = await mountApp(size);
  const { screen } = app;
  await screen.waitFor("1. Press c");
  clickOn(screen, "c new");
  await screen.waitFor("Saving also sets it in the receiver.");
  clickOn(screen, "Ctrl+S save");
  await screen.waitFor(/✓ Test event arrived: #1 200/);
  clickOn(screen, "2 Deliveries");
  await screen.waitFor(/✓ 200 +inbox/);
});

it("works while the usual ports are taken", async () => {
  const busy = [await takePort(), await takePort()];
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, "receiver-port"), `${busy[0]?.port}\n`);
  writeFileSync(join(dataDir, "hub-port"), `${busy[1]?.port}\n`);
  const app = await mountApp({ columns: 120, rows: 40, env: { HOOKLENS_DATA_DIR: dataDir } });
  app.screen.press("c");
  await enterThroughForm(app.screen);
  await app.screen.waitFor(/Test event arrived: #1 200/);
  await expectFirst(app, /secret: (\S+)/.exec(readFileSync(configAt(app), "utf8"))?.[1] ?? "");
});

it("uses the secret of the environment, and writes no file", async () => {
  const app = await mountApp({ columns: 120, rows: 40, env: { WEBHOOK_SECRET: "of-the-shell" } });
  const { screen } = app;
  screen.press("c");
  await enterThroughForm(screen);
  await screen.waitFor(/Test event arrived: #1 200/);
  await expectFirst(app, "of-the-shell");
  expect(statSync(configAt(app), { throwIfNoEntry: false })).toBeUndefined();
});

it("keeps the comments of a config file", async () => {
  const { path, env } = configFile("# mine\nfilters: { broken: is:failed } # all\n");
  const app = await mountApp({ columns: 120, rows: 40, env });
  app.screen.press("c");
  await enterThroughForm(app.screen);
  await app.screen.waitFor(/Test event arrived: #1 200/);
  const text = readFileSync(path, "utf8");
  expect(text).toMatch(
    /^# mine\nfilters: \{ broken: is:failed \} # all\nreceiver:\n {2}secret: [0-9a-f]{32}\n$/,
  );
  await expectFirst(app, /secret: (\S+)/.exec(text)?.[1] ?? "");
});

it("keeps the form and creates nothing if the config file is read-only", async () => {
  const { path, env } = configFile("# mine\n", 0o444);
  const app = await mountApp({ columns: 120, rows: 40, env });
  const { screen } = app;
  screen.press("c");
  await enterThroughForm(screen);
  await screen.waitFor("it is read-only");
  expect(await app.hub.listWebhooks()).toEqual([]);
  expect(readFileSync(path, "utf8")).toBe("# mine\n");
  // The receiver is as before, and the webhook can be created without a secret.
  expect(await post(app, contentPayload())).toBe(200);
  screen.press("ctrl+u", "enter");
  await screen.waitFor(/Test event arrived: #2 200/);
});

it("makes no secret that would break another webhook, and sends no test to it", async () => {
  const app = await mountApp({ columns: 120, rows: 40 });
  const { screen } = app;
  await addWebhook(app);
  screen.press("c");
  await screen.waitFor("Ctrl+G generates one");
  await screen.waitFor("+ type:name (org:acme)");
  screen.type("org:acme");
  screen.press("ctrl+s");
  await screen.waitFor(/✓ Webhook [0-9a-f]{24} created/);
  expect((await app.hub.listWebhooks()).map(({ secret }) => secret)).toEqual([null, null]);
  screen.press("2");
  await screen.waitFor("No deliveries yet");
});

it("takes the flags of the receiver", async () => {
  const app = await mountApp({
    columns: 120,
    rows: 40,
    args: ["--secret", "of-the-flag", "--route", "a", "--route", "b"],
  });
  const { screen } = app;
  screen.press("g", "r");
  await screen.waitFor(/Secret +•+ set by --secret/);
  await screen.waitFor(/Routes +a, b set by --route/);
  screen.press("ctrl+r");
  await screen.waitFor(/Secret +of-the-flag set by --secret/);
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("Set up the receiver"));
  screen.press("c");
  await screen.waitFor(`${app.receiver}/webhooks/a`);
  const headers = { "x-webhook-secret": "of-the-flag" };
  expect(await post(app, contentPayload(), { path: "/webhooks/b", headers })).toBe(200);
});

it("creates the first webhook on a hub that fails once, from a form that was opened before the receiver ran", async () => {
  const hub = await standInHub();
  const screen = await mountScreen({ columns: 120, rows: 40, env: hub.env });
  await screen.waitFor("1. Press c, then Enter through the form. It creates a webhook on");
  await screen.waitFor("2. Press t to send a test, or change a repo that it watches.");
  hub.misbehave({ on: /^POST /, times: 1, status: 500 });
  screen.press("c");
  await enterThroughForm(screen);
  await screen.waitFor(/✗ .*500/);
  screen.press("enter");
  await screen.waitFor(/✓ Webhook \w+ created · t sends a test, or change user:me/);
  const config = readFileSync(join(screen.home, ".config", "hooklens", "config.yaml"), "utf8");
  const [webhook] = hub.webhooks.values();
  expect(hub.webhooks.size).toBe(1);
  expect(webhook).toMatchObject({ watched: [{ type: "user", name: "me" }] });
  expect(webhook?.secret).toBe(/secret: (\S+)/.exec(config)?.[1]);
});
