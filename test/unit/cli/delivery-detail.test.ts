import { expect, test } from "vitest";
import { detailJson, detailLines } from "../../../src/cli/commands/deliveries/delivery-detail.ts";
import { bodyLines, maxTerminalBytes, terminalBodyLines } from "../../../src/cli/output/detail.ts";
import type { Attempt, Delivery, DeliveryDetail, Reply } from "../../../src/model/delivery.ts";
import { deliveryOf, detailOf } from "../../support/app/deliveries.ts";

const startedAt = "2026-11-20T09:14:03.218Z";

function attempt(status: number | null, reply: Reply | null, error: string | null = null): Attempt {
  return { target: "http://127.0.0.1:3000/hook", startedAt, status, error, durationMs: 12, reply };
}

const json: Reply = {
  headers: [
    ["Content-Type", "application/json"],
    ["X-A", "1\u001b[2J"],
    ["x-a", "2"],
  ],
  body: new TextEncoder().encode('{"ok":true,"name":"\u202eevil"}'),
};

const attempts = [
  attempt(null, null, "connection refused"),
  attempt(200, { headers: [], body: Uint8Array.of(0xff, 0x00) }),
  attempt(500, json),
];

test("the JSON shape has the reply of each attempt: parsed if it is JSON, else in base64, null without a reply", () => {
  const shown = detailJson(detailOf(1, "{}", { attempts }));
  expect(shown["attempts"]).toEqual([
    { ...attempts[0], reply: null },
    { ...attempts[1], reply: { headers: [], bodyBase64: "/wA=" } },
    { ...attempts[2], reply: { headers: json.headers, body: { ok: true, name: "\u202eevil" } } },
  ]);
});

test("the reply is printed below its attempt, with control characters made visible", () => {
  const lines = detailLines(detailOf(1, "{}", { attempts }), []).map((line) =>
    typeof line === "string" ? line : line.spans.map(({ text }) => text).join(""),
  );
  const from = lines.indexOf("Attempts");
  expect(lines.slice(from + 1)).toEqual([
    `  ${startedAt} http://127.0.0.1:3000/hook connection refused 12 ms`,
    `  ${startedAt} http://127.0.0.1:3000/hook 200 12 ms`,
    "  response body, 2 bytes:",
    "  2 bytes that are not text; --format json prints them as bodyBase64",
    `  ${startedAt} http://127.0.0.1:3000/hook 500 12 ms`,
    "  Content-Type: application/json",
    "  X-A: 1␛[2J",
    "  x-a: 2",
    "  response body, 28 bytes:",
    "  {",
    '    "ok": true,',
    '    "name": "⟨202E⟩evil"',
    "  }",
  ]);
});

test("a removed original is marked for a person; the JSON shape has only its number", () => {
  const detail = detailOf(13, "{}", { duplicateOf: 12, removed: [12] });
  const lines = detailLines(detail, []).map((line) =>
    typeof line === "string" ? line : line.spans.map(({ text }) => text).join(""),
  );
  expect(lines.find((line) => line.startsWith("remark"))).toMatch(/looks like 12 \(removed\)$/);
  expect(detailJson(detail)).toMatchObject({ duplicateOf: 12 });
  expect(detailJson(detail)).not.toHaveProperty("removed");
});

const shownLines = (detail: DeliveryDetail, tries: readonly Delivery[] = []) =>
  detailLines(detail, tries).map((line) =>
    typeof line === "string" ? line : line.spans.map(({ text }) => text).join(""),
  );

test("the tries of the event are listed if there is more than one", () => {
  const tries = [
    deliveryOf(30, { outcome: "failed", status: 500 }),
    deliveryOf(31, { outcome: "interrupted", status: null }),
    deliveryOf(3072, { outcome: "handled" }),
  ];
  const lines = shownLines(detailOf(30, "{}"), tries);
  const from = lines.indexOf("Tries of this event");
  expect(lines.slice(from - 1, from + 6)).toEqual([
    "",
    "Tries of this event",
    `  #30 ${startedAt} failed 500`,
    `  #31 ${startedAt} interrupted`,
    `  #3072 ${startedAt} handled 200`,
    "",
    "Headers",
  ]);
  expect(shownLines(detailOf(30, "{}"), tries.slice(0, 1))).not.toContain("Tries of this event");
});

test.each([
  ["another try", { eventId: "a", eventOf: 12 }, "try of 12"],
  ["the same ID with another body", { eventId: "a" }, "same ID as 12, other body"],
  ["equal content without an ID", {}, "looks like 12"],
])("the remark names %s", (_what, over, remark) => {
  expect(shownLines(detailOf(13, "{}", { duplicateOf: 12, ...over }))).toContain(`remark    ${remark}`);
});

test("the reason, the response and what the handler printed are shown, without acting on the terminal", () => {
  const body = new TextEncoder().encode('{"error":"The handler failed.\u009b"}');
  const response = {
    by: "handler labels",
    status: 500,
    contentType: "application/json",
    body,
    truncated: false,
  };
  const detail = detailOf(7, "{}", {
    outcome: "failed",
    status: 500,
    reason: "handler labels threw: Error: boom x (labels.js:1)",
    response,
    console: ["about to\u001b[2J", "Error: boom x", "    at labels.js:1:30"],
  });
  const lines = shownLines(detail);
  expect(lines).toContain("reason    handler labels threw: Error: boom x (labels.js:1)");
  expect(lines.slice(lines.indexOf("Response"))).toEqual([
    "Response",
    "  500 by handler labels, application/json",
    "  {",
    '    "error": "The handler failed.⟨009B⟩"',
    "  }",
    "",
    "Console",
    "  about to␛[2J",
    "  Error: boom x",
    "      at labels.js:1:30",
  ]);
  expect(detailJson(detail)).toMatchObject({
    reason: detail.reason,
    response: {
      by: "handler labels",
      status: 500,
      contentType: "application/json",
      body: { error: "The handler failed.\u009b" },
      truncated: false,
    },
    console: detail.console,
  });
});

test("a response that is no JSON, or was cut, is in base64 for a program", () => {
  const body = new TextEncoder().encode("plain");
  const response = { by: "receiver", status: 200, contentType: null, body, truncated: true };
  const detail = detailOf(1, "{}", { response });
  expect(detailJson(detail)["response"]).toEqual({
    by: "receiver",
    status: 200,
    contentType: null,
    bodyBase64: "cGxhaW4=",
    truncated: true,
  });
  expect(shownLines(detail).slice(-3)).toEqual(["  200 by receiver", "  plain", "  the rest is not kept"]);
});

test("what a payload lacks of the schema is named, and nothing is said of a body that was not read", () => {
  const lacking = detailOf(1, '{"event":{"action":1,"scope":"repo"},"webhook":{"id":"a","version":3}}', {
    schemaValid: false,
  });
  expect(shownLines(lacking)).toContain("schema    event.action is not a string, repo is missing");
  const unread = detailOf(1, "", { schemaValid: null, outcome: "rejected", reason: "wrong secret" });
  expect(shownLines(unread).filter((line) => line.startsWith("schema"))).toEqual([]);
});

test("a terminal gets the first 100 kB of a large body, and the number of bytes that were left out", () => {
  const deep = new TextEncoder().encode("[".repeat(2_600_000) + "]".repeat(2_600_000));
  const [first, note, ...others] = terminalBodyLines(deep);
  expect(first).toBe(`  ${"[".repeat(maxTerminalBytes)}`);
  expect(note).toBe("  … 5,100,000 more bytes; use a pipe or --format json to get all");
  expect(others).toEqual([]);
});

test("a cut body ends with a whole character; one of 100 kB is not cut", () => {
  const accented = new TextEncoder().encode(`x${"é".repeat(50_000)}`);
  expect(terminalBodyLines(accented)).toEqual([
    `  x${"é".repeat(49_999)}`,
    "  … 2 more bytes; use a pipe or --format json to get all",
  ]);
  const whole = accented.subarray(1);
  expect(terminalBodyLines(whole)).toEqual(bodyLines(whole));
});
