import { expect, it } from "vitest";
import { mountApp } from "../support/app/mount-app.ts";
import { engineForApps, mountAttached } from "../support/app/shared-engine.ts";
import { addWebhook } from "../support/app/steps.ts";
import { always, httpTarget } from "../support/http-target.ts";

const size = { columns: 120, rows: 40 };
const update = (name: string) => ({
  scope: "repo.content",
  action: "update",
  repo: { type: "dataset", name },
});

it("lists where each webhook sends, what happened to it, and how it is", async () => {
  const app = await mountAttached(size);
  const { screen, hub } = app;
  const target = await httpTarget(always(403));
  const { host } = new URL(target.url);
  await addWebhook(app, "dataset:me/corpus");
  await addWebhook(app, "dataset:me/other", target.url);
  await addWebhook(app, "org:acme", "http://127.0.0.1:9/webhooks/inbox");
  await hub.trigger(update("me/corpus"));
  await hub.trigger(update("me/other"));
  await screen.waitFor(
    /❯ ● \S+ +here \/webhooks\/inbox +dataset:me\/corpus +✓ +·{11}█ +(?:\d+s|now) ✓ 200 +(?:[\d.]+ m?s +)?100 % +0/,
  );
  await screen.waitFor(
    new RegExp(
      `${host}\\S* .*dataset:me/other +✗ 403 ×\\d +·{11}✗ +(?:\\d+s|now) ⊘ 403 +(?:[\\d.]+ m?s +)?0 % +↻ 1`,
    ),
  );
  await screen.waitFor(/127\.0\.0\.1:9 \/webhooks\/inbox +org:acme +▲ port moved +·{12} never +— +—/);

  // By the mouse: a title sorts.
  const y = screen.row(/webhook +target/);
  screen.click(screen.line(y).indexOf("health"), y);
  await screen.waitFor("health▲");
  screen.resize(40, 10);
  await screen.waitFor(/❯ ● \S+ +\S+.*(?:▲|✓|✗)/);
});

it("names a webhook on this machine, and finds it by its name after a restart", async () => {
  const env = { HOOKLENS_DATA_DIR: await engineForApps() };
  const app = await mountApp({ ...size, env });
  const { screen } = app;
  await addWebhook(app, "dataset:me/corpus");
  await addWebhook(app, "org:acme");
  screen.press("m", "n");
  await screen.waitFor("The Hub stores no names");
  screen.type("inbox main");
  screen.press("enter");
  await screen.waitFor('✗ "inbox main" is not a name of a webhook');
  screen.press("ctrl+u");
  screen.type("inbox-main");
  screen.press("enter");
  await screen.waitFor(/❯ ● inbox-main +here/);

  screen.press("q");
  await screen.exit;
  const second = await mountApp({ ...size, env });
  await second.screen.waitFor(/● inbox-main +/);
  second.screen.press("/");
  second.screen.type("INBOX-MAIN gpt");
  await second.screen.waitFor(/filter +INBOX-MAIN gpt +0 of 2/);
  second.screen.press("esc", "/");
  second.screen.type("MAIN corp");
  await second.screen.waitFor(/1 of 2/);
  second.screen.press("enter");
  expect(second.screen.row(/❯ ● inbox-main/)).toBe(4);
  expect(second.screen.text()).not.toMatch(/● \w{4}…/);
  second.screen.press("esc");
  await second.screen.waitFor(/● \w{4}…\w{5}/);
});

it("groups webhooks by their host, and remembers it", async () => {
  const env = { HOOKLENS_DATA_DIR: await engineForApps() };
  const app = await mountApp({ ...size, env });
  const { screen } = app;
  await addWebhook(app, "dataset:me/corpus");
  await addWebhook(app, "org:acme", "https://hooks.acme.example/hf");
  await addWebhook(app, "model:me/x");
  screen.press("m", "g");
  await screen.waitFor(/^[│┃] here · 2/);
  const heading = screen.row(/^[│┃] here · 2/);
  expect(screen.line(heading + 1)).toContain("me/corpus");
  expect(screen.line(heading + 2)).toContain("model:me/x");
  expect(screen.line(heading + 3)).toContain("hooks.acme.example · 1");
  expect(screen.line(heading + 4)).toContain("org:acme");
  // Keys skip the headings.
  screen.press("g", "g", "j", "j");
  await screen.waitFor(/❯ ● .*org:acme/);
  screen.press("k");
  await screen.waitFor(/❯ ● .*model:me\/x/);
  // A click on a heading selects a webhook below it.
  screen.click(5, heading + 3);
  await screen.waitFor(/❯ ● .*org:acme/);

  screen.press("q");
  await screen.exit;
  const second = await mountApp({ ...size, env });
  await second.screen.waitFor(/^[│┃] here · 2|^[│┃] 127\.0\.0\.1:\d+ · 2/);
});
