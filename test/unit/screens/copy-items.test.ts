import { expect, it } from "vitest";
import type { Webhook } from "../../../src/model/webhook.ts";
import { setWebhooks } from "../../../src/screens/webhooks-state.ts";
import { testApp } from "../../support/app/test-app.ts";

const webhook: Webhook = {
  id: "6390e855e30d9209411de93b",
  url: "https://example.org/hook",
  job: null,
  watched: [
    { type: "org", name: "acme" },
    { type: "dataset", name: "me/corpus" },
  ],
  domains: [],
  secret: "a secret only we know",
  status: "enabled",
  disabled: false,
  suspended: false,
};

it("copies the ID, the URL, the watched items or the JSON of a webhook, never its secret", async () => {
  const app = await testApp();
  app.store.dispatch(setWebhooks({ items: [webhook], loadedAtMs: 0 }));
  app.press("y", "down", "enter", "y", "down", "down", "enter", "y", "G", "enter", "Y");
  const [url, watched, json = "", id] = app.asked;
  expect([url, watched, id]).toEqual([
    "copy https://example.org/hook",
    "copy org:acme\ndataset:me/corpus",
    `copy ${webhook.id}`,
  ]);
  expect(JSON.parse(json.replace("copy ", ""))).toMatchObject({ id: webhook.id, secretSet: true });
  expect(json).not.toContain(webhook.secret);
});
