import { describe, expect, it } from "vitest";
import { fixCommand, fixText } from "../../../src/checks/fix.ts";
import { webhook } from "./facts.ts";

describe("a fix", () => {
  it("has a command that can be pasted, without a secret", () => {
    const commands = [
      fixCommand({ kind: "enable" }, webhook),
      fixCommand({ kind: "move", to: "http://127.0.0.1:1/webhooks/a b" }, webhook),
      fixCommand({ kind: "put-secret", route: "inbox" }, { ...webhook }),
      fixCommand({ kind: "add-route", route: "a b" }, webhook),
      fixCommand({ kind: "add-route", route: "-x" }, webhook),
      fixCommand({ kind: "add-domain", domain: "repo" }, { ...webhook, domains: ["discussion"] }),
    ];
    expect(commands).toEqual([
      `hooklens webhooks enable ${webhook.id}`,
      `hooklens webhooks update ${webhook.id} --url 'http://127.0.0.1:1/webhooks/a b'`,
      `hooklens webhooks update ${webhook.id} --secret -, and type the secret of the route inbox`,
      "hooklens receive --route 'a b'",
      "hooklens receive --route=-x",
      `hooklens webhooks update ${webhook.id} --domain discussion --domain repo`,
    ]);
    expect(fixText({ kind: "put-secret", route: "inbox" })).toBe("Set the receiver's secret in the webhook");
  });
});
