import { describe, expect, it } from "vitest";
import { initialState } from "../../src/app/state/app-state.ts";
import { withReceiver } from "../../src/app/state/session.ts";
import type { Webhook } from "../../src/model/webhook.ts";
import { webhookDetail } from "../../src/tui/screens/webhooks/webhook-detail.ts";
import { someMomentMs } from "../support/app/deliveries.ts";

/** What the detail of a webhook with this target says, on one line. */
function detailOf(url: string | null, receiverUrl: string | null = "http://127.0.0.1:7860"): string {
  const webhook: Webhook = {
    id: "65f1c0ffee0000000000abcd",
    url,
    job: null,
    watched: [{ type: "dataset", name: "me/corpus" }],
    domains: ["repo"],
    secret: null,
    status: "enabled",
    disabled: false,
    suspended: false,
  };
  const state = withReceiver({ url: receiverUrl })(initialState({ columns: 80, rows: 24 }, someMomentMs));
  return webhookDetail(state, webhook, 60)
    .map(({ spans }) =>
      spans
        .map(({ text }) => text)
        .join("")
        .trim(),
    )
    .join(" ");
}

describe("the detail of a webhook", () => {
  it.each([
    ["http://127.0.0.1:7862/webhooks/inbox", 7862],
    ["http://localhost:7862/webhooks/inbox", 7862],
    ["http://[::1]:7862/webhooks/inbox", 7862],
    ["http://127.0.0.1/webhooks/inbox", 80],
  ])("says that %s misses this app's receiver, and what helps", (url, port) => {
    expect(detailOf(url)).toContain(
      `It sends to port ${port} of this machine, and this app's receiver is on 7860: e changes it.`,
    );
  });

  it.each([
    ["another machine", "http://example.org:7862/webhooks/inbox"],
    ["another program's path", "http://127.0.0.1:7862/hook"],
    ["our receiver by its other name", "http://localhost:7860/webhooks/inbox"],
    ["a Job", null],
    ["what is no URL", "127.0.0.1:7862/webhooks/inbox"],
  ])("says nothing of ports where the target is %s", (_, url) => {
    expect(detailOf(url)).not.toContain("It sends to");
  });

  it("says that what goes to our receiver arrives here", () => {
    expect(detailOf("http://127.0.0.1:7860/webhooks/inbox")).toContain("It sends to this app's own receiver");
  });

  it("says nothing of ports before the receiver is known", () => {
    expect(detailOf("http://127.0.0.1:7862/webhooks/inbox", null)).not.toContain("It sends to");
  });
});
