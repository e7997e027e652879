import { expect, test } from "vitest";
import type { ActionAnswer } from "../../../../src/receiver/action.ts";
import { type AnswerFrame, answerBytes } from "../../../../src/receiver/http/answer-bytes.ts";

/** The bytes of an answer as they go out, a character a byte; with a Date of its own, so that they are the same each time. */
function bytesOf(answer: Partial<ActionAnswer>, frame: Partial<AnswerFrame> = {}): string | null {
  const found = answerBytes(
    { status: 200, headers: ["Date", "today"], body: "", ...answer },
    { isLast: false, headOnly: false, ...frame },
  );
  if (found === null) return null;
  return typeof found === "string" ? found : found[0] + Buffer.from(found[1]).toString("latin1");
}

const goesOn = "Connection: keep-alive\r\nKeep-Alive: timeout=5\r\n";

test("an answer is its status, its headers as they are, what becomes of the connection, its length and its body", () => {
  const headers = ["X-B", "1", "x-a", "", "X-B", "\t2 3 ", "DATE", "today"];
  expect(bytesOf({ status: 404, headers, body: "gone" })).toBe(
    `HTTP/1.1 404 Not Found\r\nX-B: 1\r\nx-a: \r\nX-B: \t2 3 \r\nDATE: today\r\n${goesOn}Content-Length: 4\r\n\r\ngone`,
  );
});

test("the last answer on a connection says so", () => {
  expect(bytesOf({ body: "x" }, { isLast: true })).toBe(
    "HTTP/1.1 200 OK\r\nDate: today\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx",
  );
});

test("an answer without a Date gets that of now", () => {
  const before = Math.floor(Date.now() / 1_000) * 1_000;
  const [, date = ""] = /\r\nDate: (.*)\r\n/.exec(bytesOf({ headers: [] }) ?? "") ?? [];
  expect(date).toBe(new Date(date).toUTCString());
  expect(Date.parse(date)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
});

test.each([
  ["nothing", "", ""],
  ["ASCII", '{"ok":true}\n', '{"ok":true}\n'],
  [
    "text above ASCII",
    "caf\u00e9 \u20ac \u{1f40b}",
    "caf\u00c3\u00a9 \u00e2\u0082\u00ac \u00f0\u009f\u0090\u008b",
  ],
  ["half a character", "\ud800", "\u00ef\u00bf\u00bd"],
  ["bytes", new Uint8Array([0, 255, 13, 10]), "\0\u00ff\r\n"],
  ["no bytes", new Uint8Array(), ""],
  ["a part of some bytes", new Uint8Array([1, 2, 3, 4]).subarray(1, 3), "\u0002\u0003"],
])("a body of %s goes out in UTF-8, or as it is, with its length in bytes", (_, body, sent) => {
  const head = `HTTP/1.1 200 OK\r\nDate: today\r\n${goesOn}Content-Length: ${sent.length}\r\n\r\n`;
  expect(bytesOf({ body })).toBe(head + sent);
  expect(bytesOf({ body }, { headOnly: true })).toBe(head);
});

test("a header's value goes out a byte for a character, beside a body in UTF-8 too", () => {
  for (const body of ["", "\u20ac"])
    expect(bytesOf({ headers: ["X-A", "\u0080caf\u00e9\u00ff", "Date", "today"], body })).toContain(
      "\r\nX-A: \u0080caf\u00e9\u00ff\r\n",
    );
});

test.each([204, 304])("%i has neither a body nor a length", (status) => {
  expect(bytesOf({ status, body: "lost" })).toMatch(
    /^HTTP\/1\.1 \d+ [\w ]+\r\nDate: today\r\n(?:[CK].*\r\n){2}\r\n$/,
  );
  expect(bytesOf({ status, body: "lost" })).not.toContain("Length");
});

test.each([200, 299, 404, 599, 999])("the status %i can be sent", (status) => {
  expect(bytesOf({ status })?.slice(0, 13)).toBe(`HTTP/1.1 ${status} `);
});

test.each([0, 1, 99, 100, 101, 199, 1_000, -200, 200.5, Number.NaN, Infinity])(
  "the status %d cannot",
  (status) => {
    expect(bytesOf({ status })).toBeNull();
  },
);

test.each(["", " ", "X A", "X:A", "X-A ", "X\r\nA", "X-\u00c4", "X\0", "(X)"])(
  "a header named %j cannot be sent",
  (name) => {
    expect(bytesOf({ headers: [name, "1"] })).toBeNull();
  },
);

test.each(["\r\nX-B: 1", "\n", "\r", "\0", "\u001b", "\u007f", "\u20ac", "\u{1f40b}"])(
  "a header with %j in its value cannot be sent",
  (value) => {
    expect(bytesOf({ headers: ["X-A", value] })).toBeNull();
    expect(bytesOf({ headers: ["X-0", "0", "X-A", `a${value}b`, "X-9", "9"] })).toBeNull();
  },
);
