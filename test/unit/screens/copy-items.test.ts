import { expect, it } from "vitest";
import { deliveryCopyItems } from "../../../src/screens/deliveries/actions/copy-items.ts";
import { setDeliveries } from "../../../src/screens/deliveries/state/deliveries.ts";
import { setWebhooks } from "../../../src/screens/webhooks/state/webhooks.ts";
import { redacted } from "../../../src/text/redact.ts";
import { aWebhook } from "../../support/a-webhook.ts";
import { deliveryOf, detailOf } from "../../support/app/deliveries.ts";
import { after, initialState } from "../../support/app/state.ts";
import { testApp } from "../../support/app/test-app.ts";

const webhook = aWebhook({
  watched: [
    { type: "org", name: "acme" },
    { type: "dataset", name: "me/corpus" },
  ],
  secret: "a secret only we know",
});

it("copies the ID, the URL, the watched items or the JSON of a webhook, never its secret", async () => {
  const app = await testApp();
  app.store.dispatch(setWebhooks({ items: [webhook], loadedAtMs: 0 }));
  app.press(
    "y",
    "down",
    "enter",
    "y",
    "end",
    "up",
    "enter",
    "y",
    ..."json",
    "enter",
    "y",
    "end",
    "home",
    "enter",
  );
  const [url, watched, json = "", id] = app.asked;
  expect([url, watched, id]).toEqual([
    "copy https://example.org/hook",
    "copy org:acme\ndataset:me/corpus",
    `copy ${webhook.id}`,
  ]);
  expect(JSON.parse(json.replace("copy ", ""))).toMatchObject({ id: webhook.id, secretSet: true });
  expect(json).not.toContain(webhook.secret);
});

it("says that the commands of a delivery with a secret need it", () => {
  const notes = (headers: readonly (readonly [string, string])[]) => {
    const change = setDeliveries({
      rows: [deliveryOf(1)],
      loaded: true,
      detail: detailOf(1, "{}", { headers }),
    });
    return deliveryCopyItems(after(initialState({ columns: 80, rows: 24 }, 0), change)).flatMap(
      ({ label, note }) => (note === undefined ? [] : [`${label}: ${note}`]),
    );
  };
  expect(notes([["X-Webhook-Secret", redacted]])).toEqual([
    "curl: set WEBHOOK_SECRET before running it",
    "httpie: set WEBHOOK_SECRET before running it",
  ]);
  expect(notes([])).toEqual([]);
});
