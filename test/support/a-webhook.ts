import type { Webhook } from "../../src/model/webhook.ts";

/** Returns an enabled webhook of a URL that watches one dataset for all domains, with changes. */
export function aWebhook(over: Partial<Webhook> = {}): Webhook {
  return {
    id: "6390e855e30d9209411de93b",
    url: "https://example.org/hook",
    job: null,
    watched: [{ type: "dataset", name: "me/corpus" }],
    domains: [],
    secret: null,
    status: "enabled",
    disabled: false,
    suspended: false,
    ...over,
  };
}
