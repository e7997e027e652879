import { describe, expect, it } from "vitest";
import type { Session } from "../../src/screens/connection-state.ts";
import { setReceiver } from "../../src/screens/connection-state.ts";
import { webhookDetail } from "../../src/screens/webhooks/panes/facts.ts";
import { aWebhook } from "../support/a-webhook.ts";
import { someMomentMs } from "../support/app/deliveries.ts";
import { registry } from "../support/app/registry.ts";
import { initialState, after } from "../support/app/state.ts";

/** Returns the detail of a webhook with this target, joined into one line. */
function detailOf(
  url: string | null,
  receiverUrl: string | null = "http://127.0.0.1:7860",
  tunnel: Partial<Session["receiver"]> = {},
): string {
  const webhook = aWebhook({ domains: ["repo"], url });
  const state = after(
    initialState({ columns: 80, rows: 24 }, someMomentMs),
    setReceiver({ url: receiverUrl, link: { state: "up" }, routes: ["inbox"], ...tunnel }),
  );
  return webhookDetail(state, webhook, 60, registry)
    .map(({ spans }) =>
      spans
        .map(({ text }) => text)
        .join("")
        .trim(),
    )
    .join(" ")
    .replaceAll(/ {2,}→/g, " →");
}

describe("the detail of a webhook", () => {
  it("breaks the watched items between names", () => {
    const items = ["corpus", "models-of-the-team", "spaces"].map(
      (name) => ({ type: "dataset", name }) as const,
    );
    const webhook = aWebhook({ domains: ["repo"], watched: items });
    const rows = webhookDetail(
      initialState({ columns: 80, rows: 24 }, someMomentMs),
      webhook,
      40,
      registry,
    ).map(({ spans }) => spans.map(({ text }) => text).join(""));
    expect(rows.slice(2, 5)).toEqual([
      "watches   dataset:corpus,",
      "          dataset:models-of-the-team,",
      "          dataset:spaces",
    ]);
  });

  it.each([
    ["http://127.0.0.1:7862/webhooks/inbox", 7862],
    ["http://localhost:7862/webhooks/inbox", 7862],
    ["http://[::1]:7862/webhooks/inbox", 7862],
    ["http://127.0.0.1/webhooks/inbox", 80],
  ])("explains that %s misses this app's receiver, and how to fix it", (url, port) => {
    expect(detailOf(url)).toContain(
      `It sends to port ${port}; this receiver listens on port 7860. → Press F to point the webhook to http://127.0.0.1:7860/webhooks/inbox.`,
    );
  });

  it.each([
    ["another machine", "http://example.org:7862/webhooks/inbox"],
    ["another program's path", "http://127.0.0.1:7862/hook"],
    ["our receiver by its other name", "http://localhost:7860/webhooks/inbox"],
    ["a Job", null],
    ["what is no URL", "127.0.0.1:7862/webhooks/inbox"],
  ])("does not mention ports for %s", (_, url) => {
    expect(detailOf(url)).not.toContain("It sends to port");
  });

  it("explains that deliveries to our receiver arrive here", () => {
    expect(detailOf("http://127.0.0.1:7860/webhooks/inbox")).toContain("It sends to this app's receiver");
  });

  it("explains that deliveries to the tunnel arrive here, but not those to an old tunnel URL", () => {
    const [now, before] = ["http://127.0.0.1:40001", "http://127.0.0.1:40002"];
    const urls = { publicUrl: now, tunnelUrls: [before, now] };
    const at = (url: string, tunnel: Partial<Session["receiver"]>) =>
      detailOf(`${url}/webhooks/inbox`, undefined, tunnel);
    expect(at(now, urls)).toContain("It sends to this app's receiver");
    expect(at(before, urls)).toContain(
      `It sends to an old tunnel URL; the tunnel is now at ${now}. → Press F`,
    );
    expect(at(before, { ...urls, publicUrl: null })).toContain("It sends to a tunnel that is not open.");
    expect(at(now, urls) + at(before, urls)).not.toContain("It sends to port");
  });

  it("does not mention ports before the receiver is known", () => {
    expect(detailOf("http://127.0.0.1:7862/webhooks/inbox", null)).not.toContain("It sends to");
  });
});
