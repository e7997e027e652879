import { expect, test } from "vitest";
import { planOf } from "../../../src/cli/commands/webhooks/as-code/plan.ts";
import { webhookLines } from "../../../src/cli/commands/webhooks/webhook.ts";
import { declaredWebhook } from "../../../src/exports/declared-webhook.ts";
import { webhookJson } from "../../../src/exports/webhook-json.ts";
import { type Webhook, webhookFromWire } from "../../../src/model/webhook.ts";
import { partChanges } from "../../../src/tables/webhook-changes.ts";
import { targetText, targetWords } from "../../../src/tables/webhooks.ts";

const secret = "a quiet/harbor";
const encoded = encodeURIComponent(secret);
const watched = [{ type: "dataset", name: "me/corpus" }];

const urls = [
  [`https://a.test/in?hook=${encoded}`, "https://a.test/in?hook=[redacted]"],
  [`https://a.test/in/${encoded}`, "https://a.test/in/[redacted]"],
  [`https://a.test/in?x=1.${Buffer.from(secret).toString("base64url")}`, "https://a.test/in?x=1.[redacted]"],
] as const;

function webhookTo(url: string): Webhook {
  return webhookFromWire({ id: "w1", url, watched, domains: [], secret });
}

test.each(urls)("a webhook to %s, which has its secret, is shown with %s", (url, shown) => {
  const webhook = webhookTo(url);
  const other = { ...webhook, secret: "another secret" };
  expect(targetText(webhook)).toBe(shown);
  expect(targetWords(webhook, false)).toBe(shown.replace("https://a.test/", "a.test /"));
  expect(webhookJson(webhook, false)["url"]).toBe(shown);
  expect(webhookJson(webhook, true)["url"]).toBe(url);
  expect(declaredWebhook(webhook, undefined)["url"]).toBe(shown);
  expect(webhookLines(webhook, false)).toContainEqual(expect.stringContaining(shown));
  // The URL still has the former secret.
  expect(JSON.stringify(partChanges({ ...webhook, url: "https://b.test/" }, other))).toContain(shown);
});

test.each(urls)("a declared webhook to %s, or to %s, is the one of the hub", (...declared) => {
  const present = webhookTo(declared[0]);
  for (const url of declared) {
    const wanted = { url, watched, secret: undefined, status: "enabled" as const };
    expect(planOf([wanted], [present], { prune: false })).toEqual({ steps: [], undeclared: [] });
  }
});
