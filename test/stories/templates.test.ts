import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mountAttached } from "../support/app/shared-engine.ts";
import { addWebhook, contentPayload, post } from "../support/app/steps.ts";

it("saves a payload as a template and triggers it, and opens the webhook of its delivery", async () => {
  const app = await mountAttached({ columns: 120, rows: 40 });
  const { screen, dataDir } = app;
  await addWebhook(app, "dataset:me/other", "http://127.0.0.1:9/");
  const webhook = await addWebhook(app, "dataset:me/corpus");
  await post(app, contentPayload("me/corpus", { extra: "from the template" }));
  screen.press("2");
  await screen.waitFor(/❯.*me\/corpus/);
  screen.press("m", "t");
  await screen.waitFor("Save payload of #1 as template");
  screen.type("a name");
  screen.press("enter");
  await screen.waitFor("is not a name for a template");
  screen.press("ctrl+u");
  screen.type("push");
  screen.press("enter");
  await screen.waitFor("Saved the payload of #1 as template push");
  expect(readFileSync(join(dataDir, "templates", "push.json"), "utf8")).toContain("from the template");

  screen.press("1", "t");
  await screen.waitFor("Trigger an event");
  screen.press("tab", "tab", "p");
  await screen.waitFor("push");
  screen.press("ctrl+u");
  screen.type("push");
  await screen.waitUntil((now) => !now.text().includes("Repo  "));
  screen.press("ctrl+s");
  await screen.waitUntil((now) => !now.text().includes("Trigger an event"));
  screen.press("2");
  await screen.waitFor("#2 POST");
  await screen.waitFor("from the template");

  screen.press("g", "o");
  await screen.waitFor(`webhook  ${webhook.id}`);
  await screen.waitFor("its webhook starts no Job");
  screen.press("enter");
  await screen.waitFor("[1 Webhooks 2]");
  await screen.waitFor(new RegExp(`❯.*${webhook.id.slice(-5)}`));
});
