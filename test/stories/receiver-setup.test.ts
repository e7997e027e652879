import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mountApp } from "../support/app/mount-app.ts";
import type { OpenApp } from "../support/app/open-app.ts";
import { addWebhook, contentPayload, post } from "../support/app/steps.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { handlersDirectory } from "../support/handlers-directory.ts";
import { startReceive } from "../support/receive-process.ts";
import type { Screen } from "../support/screen/screen.ts";

/** Creates a directory for a config file, with its text unless it is null. */
function configHome(text: string | null, mode = 0o644) {
  const home = freshDataDir();
  const path = join(home, "hooklens", "config.yaml");
  mkdirSync(join(home, "hooklens"), { recursive: true });
  if (text !== null) writeFileSync(path, text, { mode });
  return { path, env: { XDG_CONFIG_HOME: home } };
}

async function openSetup({ screen }: Pick<OpenApp, "screen">): Promise<void> {
  screen.press("g", "r");
  await screen.waitFor("Set up the receiver");
}

/** Clicks on a text. */
function clickOn(screen: Screen, text: string): void {
  const y = screen.row(new RegExp(RegExp.escape(text)));
  screen.click(screen.line(y).indexOf(text), y);
}

const secretOf = (path: string) => /secret: (\S+)/.exec(readFileSync(path, "utf8"))?.[1] ?? "";

it("sets up secret, routes and handlers, which the running receiver uses at once", async () => {
  const { path, env } = configHome("# of mine\nreceiver:\n  keepAlive: 5 # seconds\n");
  const handlers = handlersDirectory({ "train.ts": `export default () => "trained";\n` });
  const app = await mountApp({ columns: 120, rows: 40, env });
  const { screen } = app;
  const { pid, startedAt } = app.role("receiver");
  await openSetup(app);
  await screen.waitFor(/Secret +none: accepts every sender; Ctrl\+G makes one/);
  screen.press("ctrl+g");
  await screen.waitFor(/Secret +[0-9a-f]{32}/);
  screen.press("tab", "ctrl+u");
  screen.type("inbox, other");
  screen.press("tab");
  screen.type(handlers.path.slice(0, -3));
  await screen.waitFor(`${handlers.path}/`);
  screen.press("ctrl+u");
  screen.type(handlers.path);
  await screen.waitFor("1 handler: train");
  screen.press("ctrl+s");
  await screen.waitFor("Receiver set up: secret, routes, handlers. No delivery was interrupted");
  expect(app.role("receiver")).toMatchObject({ pid, startedAt });
  const text = readFileSync(path, "utf8");
  expect(text).toMatch(/^# of mine\nreceiver:\n {2}keepAlive: 5 # seconds\n/);
  expect(text).toContain("routes: [ inbox, other ]");
  expect(statSync(path).mode & 0o777).toBe(0o600);

  const headers = { "x-webhook-secret": secretOf(path) };
  expect(await post(app, contentPayload(), { path: "/webhooks/train", headers })).toBe(200);
  expect(await post(app, contentPayload(), { path: "/webhooks/other", headers })).toBe(200);
  expect(await post(app, contentPayload())).toBe(401);

  // The form of a new webhook has the secret.
  screen.press("1", "c");
  await screen.waitFor("Create a webhook");
  screen.type("dataset:me/corpus");
  screen.press("ctrl+s");
  await screen.waitFor(/Webhook [0-9a-f]{24} created/);
  const [webhook] = await app.hub.listWebhooks();
  expect(webhook?.secret).toBe(secretOf(path));
});

it("keeps accepting the former secret, and warns about webhooks that send another", async () => {
  const { path, env } = configHome("receiver: { secret: former-secret }\n");
  const app = await mountApp({ columns: 120, rows: 30, env });
  const { screen } = app;
  const { id } = await addWebhook(app);
  await openSetup(app);
  screen.press("tab", "end");
  screen.type(", other");
  screen.press("enter");
  await screen.waitFor("Receiver set up: routes");
  expect(screen.text()).not.toContain("another secret");
  await openSetup(app);
  expect(screen.text()).not.toContain("former-secret");
  screen.press("ctrl+r");
  await screen.waitFor("former-secret");
  screen.press("ctrl+g");
  await screen.waitFor("[x] accept the former secret, too");
  screen.press("enter");
  await screen.waitFor("1 webhook sends another secret");
  const short = `${id.slice(0, 4)}…${id.slice(-5)}`;
  await screen.waitFor(`the receiver now refuses ${short} (sends none). F on Webhooks`);
  expect(readFileSync(path, "utf8")).toMatch(/^receiver: \{ secret: \[ \w{32}, former-secret \], routes: /);
  const headers = { "x-webhook-secret": "former-secret" };
  expect(await post(app, contentPayload(), { headers })).toBe(200);
});

it("works with the mouse, and completes folders", async () => {
  const { path, env } = configHome(null);
  const handlers = handlersDirectory({ "train.ts": `export default () => "trained";\n` });
  const app = await mountApp({ env });
  const { screen } = app;
  screen.press(":");
  screen.type("Set up the receiver");
  await screen.waitFor(/❯ .*Set up the receiver/);
  clickOn(screen, "run");
  await screen.waitFor("Saved in");
  screen.press("tab", "tab");
  screen.type(handlers.path.slice(0, -1));
  await screen.waitFor(new RegExp(`${handlers.path}/ *│`));
  clickOn(screen, `${handlers.path}/`);
  await screen.waitFor("1 handler: train");
  clickOn(screen, "save");
  await screen.waitFor("Receiver set up: handlers");
  expect(readFileSync(path, "utf8")).toContain(handlers.path);
  expect(await post(app, contentPayload(), { path: "/webhooks/train" })).toBe(200);
});

it("completes a folder on Tab as a shell does, and then goes to the next field", async () => {
  const { env } = configHome(null);
  const home = freshDataDir();
  for (const name of ["handlers-one", "handlers-two"]) mkdirSync(join(home, name), { recursive: true });
  const app = await mountApp({ columns: 120, rows: 40, env });
  const { screen } = app;
  await openSetup(app);
  screen.press("tab", "tab");
  screen.type(join(home, "han"));
  await screen.waitFor("handlers-two/");
  await screen.waitFor("Tab complete");
  screen.press("tab");
  await screen.waitFor(/❯ Handlers .*handlers- /);
  screen.type("t");
  await screen.waitUntil((now) => !now.text().includes("handlers-one"));
  await screen.waitFor("Tab complete");
  screen.press("tab");
  await screen.waitFor(/❯ Handlers .*handlers-two\/ /);
  await screen.waitFor("Tab next");
  screen.press("tab");
  await screen.waitFor(/❯ Forward/);
  expect(screen.text()).not.toContain("cannot be used");
});

it("shows which flag or variable precedes the file, and keeps those fields", async () => {
  const { path, env } = configHome("receiver: { secret: of-the-file }\n");
  const app = await mountApp({ columns: 120, rows: 30, env: { ...env, WEBHOOK_SECRET: "of-the-shell" } });
  const { screen } = app;
  await openSetup(app);
  await screen.waitFor(/Secret +•+ set by WEBHOOK_SECRET, which overrides the file/);
  expect(await post(app, contentPayload(), { headers: { "x-webhook-secret": "of-the-shell" } })).toBe(200);
  expect(screen.line(screen.cursor.y)).toContain("❯ Routes");
  screen.press("tab", "tab");
  screen.type(":3999");
  screen.press("enter");
  await screen.waitFor("Receiver set up: forward");
  await screen.waitFor(/→.*:3999/);
  expect(readFileSync(path, "utf8")).toContain("secret: of-the-file");
});

it("keeps the form and the receiver as they are if the file is read-only or a value is refused", async () => {
  const { path, env } = configHome("receiver: { secret: former }\n", 0o400);
  const app = await mountApp({ columns: 120, rows: 30, env });
  const { screen } = app;
  await openSetup(app);
  screen.press("ctrl+u");
  screen.type("the-new-one");
  screen.press("enter");
  await screen.waitFor("it is read-only");
  screen.press("ctrl+r");
  await screen.waitFor("the-new-one");
  expect(await post(app, contentPayload(), { headers: { "x-webhook-secret": "former" } })).toBe(200);
  expect(readFileSync(path, "utf8")).toBe("receiver: { secret: former }\n");
  screen.press("up");
  screen.type("no target");
  screen.press("enter");
  await screen.waitFor('✗ "no target" is not a forward target');
});

it("saves the settings of a receiver of another process, and says that it must be restarted", async () => {
  const running = startReceive(["--secret", "of-the-flag"]);
  await running.url();
  const { env } = configHome(null);
  const app = await mountApp({
    columns: 120,
    rows: 30,
    env: { ...env, HOOKLENS_DATA_DIR: running.at.dataDir },
  });
  const { screen } = app;
  await openSetup(app);
  await screen.waitFor(new RegExp(`Process ${running.child.pid} runs the receiver`));
  screen.press("ctrl+g", "enter");
  await screen.waitFor(/Saved secret; process \d+ runs the receiver\. Restart it/);
  expect(existsSync(join(env.XDG_CONFIG_HOME, "hooklens", "config.yaml"))).toBe(true);
  expect((await running.post("inbox", { secret: "of-the-flag" })).status).toBe(200);
});
