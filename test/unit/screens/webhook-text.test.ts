import { describe, expect, it, vi } from "vitest";
import type { Webhook } from "../../../src/model/webhook.ts";
import {
  readWebhookText,
  webhookText,
  withFault,
  withoutFaults,
} from "../../../src/screens/webhooks/dialogs/editor/webhook-text.ts";
import { aWebhook } from "../../support/a-webhook.ts";

const webhook = aWebhook({
  watched: [
    { type: "dataset", name: "me/corpus" },
    { type: "org", name: "acme" },
  ],
  domains: ["repo"],
  secret: "hush",
  status: "disabled",
  disabled: true,
});
const text = webhookText(webhook, "huggingface.co");
const read = (edited: string, from = webhook, isLocal = true) => readWebhookText(edited, from, isLocal);

describe("the text of a webhook", () => {
  it("is read as the same webhook, and has no secret", () => {
    expect(text).not.toContain("hush");
    expect(read(text)).toEqual({ kind: "webhook", webhook, secret: undefined });
    const job: Webhook = {
      ...webhook,
      url: null,
      job: { id: "687f911eaea852de79c4a50a" },
      domains: [],
      secret: null,
    };
    const jobText = webhookText(job, "the local hub");
    expect(jobText).toContain("# job: 687f911eaea852de79c4a50a (what a webhook triggers cannot be edited)");
    expect(read(jobText, job)).toMatchObject({
      kind: "webhook",
      webhook: { ...job, domains: ["repo", "discussion"] },
    });
  });

  it("changes every part, and takes the secret from where it is", () => {
    vi.stubEnv("HOOK_SECRET_OF_THIS_TEST", "from the environment");
    const edited = text
      .replace("example.org/hook", "example.org/2")
      .replace("  - org:acme\n", "")
      .replace("domains:\n  - repo", "")
      .replace("# secret: env:WEBHOOK_SECRET", "secret: env:HOOK_SECRET_OF_THIS_TEST")
      .replace("status: disabled", "");
    expect(read(edited)).toEqual({
      kind: "webhook",
      webhook: {
        ...webhook,
        url: "https://example.org/2",
        watched: [{ type: "dataset", name: "me/corpus" }],
        domains: ["repo", "discussion"],
        secret: "from the environment",
        status: "enabled",
        disabled: false,
      },
      secret: "env:HOOK_SECRET_OF_THIS_TEST",
    });
    expect(read(text.replace("# secret: env:WEBHOOK_SECRET", "secret: null"))).toMatchObject({
      webhook: { secret: null },
      secret: null,
    });
  });

  it("is empty without anything but comments", () => {
    expect([read(""), read("# a\n\n  # b\n")]).toEqual([{ kind: "empty" }, { kind: "empty" }]);
  });

  it.each([
    ["url: https://example.org/hook", "url: example.org", /is not a URL/],
    ["- dataset:me/corpus", "- corpus", /"corpus" needs a type/],
    [
      "- dataset:me/corpus",
      "- dataste:me/x",
      /"dataste" is not a type the Hub knows\. Perhaps you mean dataset/,
    ],
    ["status: disabled", "status: off", /expected one of "enabled"\|"disabled"/],
    ["status: disabled", "statsu: disabled", /has an unknown key "statsu"\. Perhaps you mean status\./],
    ["# secret: env:WEBHOOK_SECRET", "secret: hush", /never the secret itself/],
    ["# secret: env:WEBHOOK_SECRET", "secret: env:NO_SUCH_SECRET", /env:NO_SUCH_SECRET is not set/],
    ["url: https://example.org/hook", "url: [", /./],
  ])("names the line of the fault of %j as %j", (before, after, what) => {
    const edited = text.replace(before, after);
    const fault = read(edited);
    if (fault.kind !== "fault") throw new Error(fault.kind);
    expect(fault.what).toMatch(what);
    const marked = withFault(edited, fault);
    const lines = marked.text.split("\n");
    expect(lines[marked.line - 2]).toBe(`# ERROR: ${fault.what}`);
    // An item has the line of its list, and a text that is not YAML that of its end.
    const place = after.startsWith("-") ? "watched:" : after === "url: [" ? "" : after;
    expect(lines[marked.line - 1]).toContain(place);
    expect(withoutFaults(marked.text)).toBe(edited);
  });

  it("accepts a type that only another hub may know", () => {
    expect(read(text.replace("dataset:me", "newtype:me"), webhook, false).kind).toBe("webhook");
  });
});
