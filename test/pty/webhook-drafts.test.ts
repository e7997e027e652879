import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openApp, type OpenApp, startApp } from "../support/app/open-app.ts";
import { addWebhook } from "../support/app/steps.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { clickOn } from "../support/screen/click-on.ts";
import type { ProcessScreen, Screen } from "../support/screen/screen.ts";

const size = { columns: 120, rows: 40 };

function draftsOf(dataDir: string): readonly string[] {
  const directory = join(dataDir, "drafts");
  return existsSync(directory) ? readdirSync(directory).map((name) => join(directory, name)) : [];
}

/** Waits until the draft of an open form contains a text. */
async function kept(dataDir: string, text: string): Promise<void> {
  await expect
    .poll(() =>
      draftsOf(dataDir).some((path) => path.endsWith(".json") && readFileSync(path, "utf8").includes(text)),
    )
    .toBe(true);
}

/** Kills the app as the system does when it has no memory left, and starts another one with its data. */
async function restart({ screen, dataDir }: OpenApp<ProcessScreen>): Promise<OpenApp<ProcessScreen>> {
  screen.signal("SIGKILL");
  await screen.exit;
  return openApp({ ...size, env: { HOOKLENS_DATA_DIR: dataDir } });
}

async function gone(screen: Screen, text: string): Promise<void> {
  await screen.waitUntil((now) => !now.text().includes(text));
}

it("offers the text of a new webhook after the app was killed, without its secret", async () => {
  const first = await openApp(size);
  const { screen, dataDir } = first;
  screen.press("c");
  await screen.waitFor("Create a webhook");
  screen.type("dataset:me/corpus ");
  screen.press("tab", "space", "tab", "tab");
  screen.type("hush-hush-hush");
  screen.press("shift+tab", "shift+tab", "shift+tab");
  screen.type("org:half");
  await kept(dataDir, "org:half");
  const [draft = ""] = draftsOf(dataDir);
  expect(statSync(draft).mode & 0o777).toBe(0o600);
  expect(readFileSync(draft, "utf8")).not.toContain("hush");

  const second = await restart(first);
  await second.screen.waitFor("Continue your unsaved webhook?");
  await second.screen.waitFor(/while you edited a new webhook/);
  await second.screen.waitFor("It watches dataset:me/corpus org:half.");
  // Enter answers nothing; Esc leaves it for the next start.
  second.screen.press("enter", "esc");
  await gone(second.screen, "Continue your");
  const third = await restart(second);
  await third.screen.waitFor("Continue your unsaved webhook?");
  clickOn(third.screen, "y continue");
  await third.screen.waitFor("Create a webhook");
  await third.screen.waitFor(/Continued from \d+ (s|min) ago\. The secret you typed was/);
  await third.screen.waitFor("[ ] repo");
  third.screen.press("ctrl+s");
  await third.screen.waitFor(/Webhook [0-9a-f]{24} created/);
  expect(await third.hub.listWebhooks()).toMatchObject([
    { watched: [{ name: "me/corpus" }, { name: "half" }], domains: ["discussion"] },
  ]);
  await expect.poll(() => draftsOf(dataDir)).toEqual([]);
});

it("asks about it on its screen only, and gives way to another screen", async () => {
  const first = await openApp(size);
  first.screen.press("c");
  await first.screen.waitFor("Create a webhook");
  first.screen.type("org:half");
  await kept(first.dataDir, "org:half");
  first.screen.signal("SIGKILL");
  await first.screen.exit;

  const trace = freshDataDir("trace");
  const env = { HOOKLENS_DATA_DIR: first.dataDir, HOOKLENS_TRACE: trace };
  const screen = await startApp({ ...size, env });
  screen.press("3");
  await screen.waitFor(/❯ · academic\.yaml/);
  await expect.poll(() => readFileSync(trace, "utf8")).toContain("webhooksLoaded");
  expect(screen.text()).not.toContain("Continue your");
  screen.press("1");
  await screen.waitFor("[1 Webhooks");
  await screen.waitFor("Continue your unsaved webhook?");
  screen.press("3");
  await screen.waitFor("[3 Policies");
  expect(screen.text()).not.toContain("Continue your");
  screen.press("c");
  await screen.waitFor(/❯ · academic\.yaml/);
  expect(screen.text()).not.toContain("Create a webhook");
});

it("continues the change of a webhook, and forgets a canceled one", async () => {
  const first = await openApp(size);
  const { dataDir } = first;
  const { id } = await addWebhook(first, "org:acme", "https://example.org/hook");
  await first.hub.updateWebhook(id, { secret: "of-the-webhook" });
  first.screen.press("f5");
  await first.screen.waitFor(/secret +set/);
  first.screen.press("e");
  await first.screen.waitFor("Edit webhook");
  first.screen.press("end");
  first.screen.type("/draft");
  await kept(dataDir, "/draft");
  expect(
    draftsOf(dataDir)
      .map((path) => readFileSync(path, "utf8"))
      .join(""),
  ).not.toContain("of-the-webhook");

  // Another client changes the webhook before the draft is continued.
  const second = await restart(first);
  const { screen, hub } = second;
  await screen.waitFor(new RegExp(`while you edited webhook ${id.slice(0, 10)}`));
  await hub.updateWebhook(id, { domains: ["repo"] });
  await screen.waitFor(/domains +repo +│/);
  screen.press("y");
  await screen.waitFor("https://example.org/hook/draft");
  screen.press("ctrl+s");
  await screen.waitFor("has changed meanwhile");
  await screen.waitFor(/yours +https:\/\/example\.org\/hook\/draft/);
  expect(screen.text()).not.toMatch(/secret +was/);
  screen.press("e");
  await screen.waitFor("Edit webhook");
  screen.press("esc");
  await screen.waitFor("Discard changes?");
  screen.press("y");
  await gone(screen, "Edit webhook");
  await expect.poll(() => draftsOf(dataDir)).toEqual([]);
  expect(await hub.getWebhook(id)).toMatchObject({ url: "https://example.org/hook", domains: ["repo"] });

  const third = await restart(second);
  await third.screen.waitFor("org:acme");
  expect(third.screen.text()).not.toContain("Continue your");
});
