import { describe, expect, it } from "vitest";
import { cureCommand, cureText } from "../../../src/checks/fix.ts";
import { webhook } from "./facts.ts";

describe("a cure", () => {
  it("has a command that can be pasted, without a secret", () => {
    const commands = [
      cureCommand({ kind: "enable" }, webhook),
      cureCommand({ kind: "move", to: "http://127.0.0.1:1/webhooks/a b" }, webhook),
      cureCommand({ kind: "put-secret", route: "inbox" }, { ...webhook }),
      cureCommand({ kind: "add-route", route: "a b" }, webhook),
      cureCommand({ kind: "add-route", route: "-x" }, webhook),
      cureCommand({ kind: "add-domain", domain: "repo" }, { ...webhook, domains: ["discussion"] }),
    ];
    expect(commands).toEqual([
      `hooklens webhooks enable ${webhook.id}`,
      `hooklens webhooks update ${webhook.id} --url 'http://127.0.0.1:1/webhooks/a b'`,
      `hooklens webhooks update ${webhook.id} --secret -, and type the secret of the route inbox`,
      "hooklens receive --route 'a b'",
      "hooklens receive --route=-x",
      `hooklens webhooks update ${webhook.id} --domain discussion --domain repo`,
    ]);
    expect(cureText({ kind: "put-secret", route: "inbox" })).toBe(
      "Put the receiver's secret into the webhook",
    );
  });
});
