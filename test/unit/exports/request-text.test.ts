import { expect, test } from "vitest";
import { readRequest, requestText } from "../../../src/exports/request-text.ts";
import { deliveryDetail } from "./deliveries.ts";

const original = deliveryDetail({
  seq: 12,
  headers: [
    ["Host", "127.0.0.1:7860"],
    ["Content-Type", "application/json"],
    ["X-Webhook-Secret", "[redacted]"],
    ["Content-Length", "30"],
    ["X-A", "1"],
    ["X-A", "2"],
  ],
  body: Buffer.from('{"n":1.0,"big":12345678901234567890,"list":[1,{}]}'),
});
const limit = 1_000;

/** Text of the original. */
function opened(): string {
  const text = requestText(original);
  if (text === null) throw new Error("it is text");
  return text;
}

/** Reads the text after replacing a part of it. */
function edited(from: string | RegExp, to: string) {
  expect(opened()).toMatch(from);
  return readRequest(opened().replace(from, to), opened(), limit);
}

test("the text has the headers that can be edited and the indented body, as it was written", () => {
  expect(opened().replaceAll(/^#.*\n/gm, "")).toBe(`Content-Type: application/json
X-A: 1
X-A: 2

{
  "n": 1.0,
  "big": 12345678901234567890,
  "list": [
    1,
    {}
  ]
}
`);
  expect(opened()).toContain("Host, Content-Length and the secret are put in");
  expect(opened()).not.toContain("X-Webhook-Secret");
});

test("a binary body cannot be edited, and a body that is not JSON is as it was", () => {
  expect(requestText({ ...original, body: Buffer.from([0xff, 0]) })).toBeNull();
  expect(requestText({ ...original, body: Buffer.from('{"event":') })).toMatch(/\n\n\{"event":\n$/);
});

test("the same text, with other line ends and comments too, is unchanged", () => {
  expect(readRequest(opened(), opened(), limit)).toEqual({ kind: "unchanged" });
  expect(readRequest(opened().replaceAll("\n", "\r\n").replaceAll("\r\n", "\n"), opened(), limit)).toEqual({
    kind: "unchanged",
  });
  expect(edited(/^#.*\n/, "")).toEqual({ kind: "unchanged" });
  expect(edited(/\n$/, "")).toEqual({ kind: "unchanged" });
  expect(edited(/^[^]*$/, "\n")).toEqual({ kind: "unchanged" });
});

test("a change of headers keeps the stored bytes of the body", () => {
  expect(edited("X-A: 2", "X-B:  3 ")).toEqual({
    kind: "edited",
    request: {
      headers: [
        ["Content-Type", "application/json"],
        ["X-A", "1"],
        ["X-B", "3"],
      ],
      body: null,
    },
    changed: ["headers"],
  });
});

test("a change of the body sends the edited text", () => {
  const read = edited("1.0", "2");
  expect(read).toMatchObject({ kind: "edited", changed: ["payload"] });
  expect(read.kind === "edited" && read.request.body).toMatch(/^\{\n {2}"n": 2,[^]*\}$/);
});

test.each([
  ["X-A: 1", "X-A 1", 5, /Name: value/],
  ["X-A: 1", "X A: 1", 5, /"X A" is not the name/],
  ["X-A: 1", "X-A: \u2713", 5, /the value of X-A/],
  ["X-A: 1", "x-webhook-secret: s", 5, /put in when/],
  ["X-A: 1", "Content-Length: 9", 5, /put in when/],
  ['"big": 12345678901234567890,', '"big": ,', 10, /value/],
  ["1.0", `"${"x".repeat(limit)}"`, 8, /at most/],
  [/\n\n[^]*/, "\n\n", 8, /empty/],
])("%s changed to %s is invalid at line %d", (from, to, line, what) => {
  expect(edited(from, to)).toEqual({ kind: "invalid", line, what: expect.stringMatching(what) });
});
