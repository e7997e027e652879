import { expect, it } from "vitest";
import { ruleTargetOf } from "../../../src/receiver/forward/rule-target.ts";
import { parseForwardRule } from "../../../src/receiver/forward/rules.ts";

const target = "http://127.0.0.1:3000/";

const incoming = {
  seq: 1,
  route: "train",
  method: "POST",
  target: "/webhooks/train?secret=abc",
  headers: [],
  body: Buffer.from("{}"),
  payload: {},
  schemaValid: false,
  remote: "127.0.0.1",
  receivedAtMs: 0,
  replayOf: null,
  event: { id: null, first: 1, number: 1, firstAtMs: 0 },
};

it.each([
  ["path:/webhooks/train*", target],
  ["path:*abc", null],
  ["path:/other", null],
])("chooses the target by %s, without the secret of the path", (where, expected) => {
  expect(ruleTargetOf([parseForwardRule(where, target)], incoming)).toBe(expected);
});

it.each(["took:>1s", "seq:1", "#1", "reason:refused", "status:200", "is:failed", "is:recovered"])(
  "refuses %s, which is not known when a delivery arrives",
  (where) => {
    expect(() => parseForwardRule(where, target)).toThrow("cannot choose a forward target");
  },
);
