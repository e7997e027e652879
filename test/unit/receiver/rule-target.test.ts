import { expect, it } from "vitest";
import { ruleTargetOf } from "../../../src/receiver/forward/rule-target.ts";
import { parseForwardRule } from "../../../src/receiver/forward/rules.ts";

it("the words of a rule are searched in the body and the headers as they are logged", () => {
  const incoming = {
    seq: 1,
    route: "inbox",
    method: "POST",
    target: "/webhooks/inbox",
    headers: [
      ["X-Stage", "canary"],
      ["X-Webhook-Secret", "open sesame"],
    ] as const,
    body: Buffer.from('{"note": "urgent"}'),
    payload: { note: "urgent" },
    schemaValid: false,
    remote: "127.0.0.1",
    receivedAtMs: 0,
    replayOf: null,
    event: { id: null, first: 1, number: 1, firstAtMs: 0 },
  };
  const target = (where: string) => ruleTargetOf([parseForwardRule(where, "http://a.test/")], incoming);
  expect(target("urgent")).toBe("http://a.test/");
  expect(target('"x stage canary"')).toBe("http://a.test/");
  expect(target("sesame")).toBeNull();
  expect(target('"x webhook secret redacted"')).toBe("http://a.test/");
  expect(target("-canary")).toBeNull();
});
