import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { receiverInHeader } from "../support/app/header.ts";
import { openApp, startApp } from "../support/app/open-app.ts";
import { addWebhook } from "../support/app/steps.ts";
import { clickOn } from "../support/screen/click-on.ts";
import { sedEditor } from "../support/sed-editor.ts";
import { standInHub } from "../support/stand-in-hub.ts";

const hook = "https://example.org/hook";

it("opens a webhook as YAML, keeps a broken text, and shows the change before it is sent", async () => {
  const editor = sedEditor();
  const env = { EDITOR: editor.command, HOOK_SECRET: "from-the-environment" };
  const app = await openApp({ columns: 120, rows: 40, env });
  const { screen, hub, dataDir } = app;
  const { id } = await addWebhook(app, "org:acme", hook);
  const draft = join(dataDir, "drafts", `webhook-${id}.yaml`);

  editor.next("");
  screen.press("m", "e");
  await screen.waitFor(`Nothing to change on webhook ${id}`);
  expect(existsSync(draft)).toBe(false);

  // The editor opens again with the fault; without a correction it is left with the text.
  editor.next("s/org:acme/orgacme/");
  screen.press("m", "e");
  await screen.waitFor(/Line \d+ of webhook \w+ is not valid: "orgacme" needs a type/);
  await screen.waitFor("kept; m e opens");
  expect(readFileSync(draft, "utf8")).toMatch(/^# ERROR: "orgacme" needs a type\nwatched:\n {2}- orgacme$/m);
  expect(statSync(draft).mode & 0o777).toBe(0o600);

  editor.next("s/orgacme/org:acme2/; s/^# secret: .*/secret: env:HOOK_SECRET/; s/enabled$/disabled/");
  screen.press("m", "e");
  await screen.waitFor(`Save changes of ${id}?`);
  await screen.waitFor(/watched +- org:acme +│/);
  await screen.waitFor(/\+ org:acme2/);
  await screen.waitFor(/secret +- none/);
  await screen.waitFor(/status +- enabled/);
  expect(screen.text()).not.toContain("from-the-environment");
  screen.press("esc");
  await screen.waitFor("Nothing was sent. Your text is kept; m e opens it again.");
  editor.next("");
  screen.press("m", "e");
  await screen.waitFor(`Save changes of ${id}?`);
  clickOn(screen, "Ctrl+S send");
  await screen.waitUntil((now) => !now.text().includes("Save changes of"));
  expect(await hub.getWebhook(id)).toMatchObject({
    watched: [{ type: "org", name: "acme2" }],
    secret: "from-the-environment",
    disabled: true,
  });
  expect(existsSync(draft)).toBe(false);

  // An empty text changes nothing.
  editor.next("1,$d");
  screen.press("m", "e");
  await screen.waitFor(`Nothing to change on webhook ${id}`);
  expect(existsSync(draft)).toBe(false);
});

it("shows a conflict of the text on the real Hub, and edits it again on theirs", async () => {
  const editor = sedEditor();
  const hub = await standInHub();
  const webhook = hub.add({ url: hook, secret: "hush-hush" });
  const screen = await startApp({ columns: 120, rows: 40, env: { ...hub.env, EDITOR: editor.command } });
  await screen.waitFor("org:acme");
  await screen.waitFor(receiverInHeader);
  editor.next("s|/hook$|/mine|; s/^# secret: .*/secret: null/");
  screen.press("m", "e");
  await screen.waitFor("Save changes of");
  hub.webhooks.set(webhook.id, { ...webhook, url: "https://theirs.example/", domains: ["repo"] });
  screen.press("ctrl+s");
  await screen.waitFor("has changed meanwhile");
  await screen.waitFor(/theirs +https:\/\/theirs\.example/);
  // Theirs is taken from the text that is opened again, except where it was changed.
  editor.next("s|/mine$|/mine/2|");
  screen.press("e");
  await screen.waitFor(/\+ https:\/\/example\.org\/mine\/2/);
  await screen.waitFor(/url +- https:\/\/theirs\.example\//);
  expect(screen.text()).not.toMatch(/domains +-/);
  await screen.waitFor(/secret +- set/);
  hub.misbehave({ on: /^POST .*webhooks/, times: 1, status: 500, body: { error: "boom" } });
  screen.press("ctrl+s");
  await screen.waitFor(/✗ could not update webhook/);
  screen.press("ctrl+s");
  await screen.waitUntil((now) => !now.text().includes("Save changes of"));
  expect(hub.webhooks.get(webhook.id)).toMatchObject({
    url: "https://example.org/mine/2",
    domains: ["repo"],
  });
  expect(hub.webhooks.get(webhook.id)?.secret).toBe("");
});
