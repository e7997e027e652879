import { describe, expect, it } from "vitest";
import type { ReadDelivery } from "../../../src/engine/client.ts";
import { deliveryContent } from "../../../src/screens/deliveries/detail/delivery-content.ts";
import { bytesPerRow, hexLines } from "../../../src/screens/deliveries/detail/hex-lines.ts";
import { deliveryHeader } from "../../../src/screens/deliveries/head/delivery-header.ts";
import type { DetailPane } from "../../../src/screens/deliveries/state/deliveries.ts";
import { type Line, lineWidth } from "../../../src/text/line.ts";
import { initialViewer } from "../../../src/tui/viewer/state.ts";
import { drawViewer } from "../../../src/tui/viewer/view.ts";
import { deliveryOf, detailOf, someMomentMs } from "../../support/app/deliveries.ts";
import { hostileText } from "../../support/hostile-text.ts";
import { seededRandom } from "../../support/random.ts";

/** Draws all lines of a pane. */
function lines(detail: ReadDelivery, pane: DetailPane, columns = 40, wrap = true): readonly Line[] {
  const content = deliveryContent({ detail, surroundings: null, zone: "utc", columns, isSplit: false }, pane);
  return drawViewer({ ...initialViewer, wrap }, content, { columns, rows: 100_000 }, false).lines;
}

function text(detail: ReadDelivery, pane: DetailPane, columns?: number, wrap?: boolean): string[] {
  return lines(detail, pane, columns, wrap).map(({ spans }) =>
    spans
      .map(({ text }) => text)
      .join("")
      .trimEnd(),
  );
}

describe("the payload", () => {
  it("is formatted JSON, with continuation rows indented", () => {
    const detail = detailOf(1, '{"a":[1,"two"],"b":{"long":"0123456789012345678901234567890123456789"}}');
    expect(text(detail, "request")).toEqual([
      " ▾ {",
      '   ▾ "a": [',
      "       1,",
      '       "two"',
      "     ],",
      '   ▾ "b": {',
      '       "long": "012345678901234567890123',
      '         4567890123456789"',
      "     }",
      "   }",
      "",
      " ── schema ─────────────────────────────",
      " ✓ matches the schema of payloads",
    ]);
    expect(text(detail, "request", 40, false)[6]).toBe('       "long": "01234567890123456789012…');
  });

  it("is plain text if it is not JSON, line by line, with tabs as columns", () => {
    const detail = detailOf(1, "not json\r\n\tindented\u001b[2J", { schemaValid: false });
    expect(text(detail, "request")).toEqual([
      "not json",
      '✗ not JSON at 1:1: "not" instead of a',
      "  value",
      "        indented␛[2J",
      "",
      "── schema ─────────────────────────────",
      "✗ the body is not JSON",
    ]);
  });

  it("has the place where it stops being JSON marked, unless it was stored in part", () => {
    const broken = '{\n\t"a": 1,\n\t"b": nope\n}';
    const rows = lines(detailOf(1, broken, { schemaValid: false }), "request", 80);
    expect(rows[2]?.spans.find(({ tone }) => tone === "error")?.text).toBe("n");
    expect(text(detailOf(1, broken, { schemaValid: false }), "request", 80).slice(0, 5)).toEqual([
      "{",
      '        "a": 1,',
      '        "b": nope',
      '✗ not JSON at 3:7: "nope" instead of a value',
      "}",
    ]);
    const part = detailOf(1, '{"a":', { schemaValid: null, bytes: 100 });
    expect(text(part, "request", 80)).toEqual(['{"a":']);
  });

  it("stays readable with deeply nested JSON", () => {
    const rows = text(detailOf(1, `${"[".repeat(5_000)}7${"]".repeat(5_000)}`), "request");
    // A row that is all indentation continues on the next one.
    expect(rows.length).toBeLessThan(2 * 10_001 + 1);
    expect(rows.some((row) => row.trim() === "7")).toBe(true);
  });

  it("is reported as missing if the body was not read", () => {
    const detail = detailOf(1, "", { schemaValid: null });
    expect(text(detail, "request")).toEqual(["The request had no body, or it was not", "read."]);
    expect(text(detail, "raw")).toEqual(["The request had no body, or it was not", "read."]);
  });
});

it("shows every header as received, including duplicates", () => {
  const headers = [
    ["X-A", "1"],
    ["x-a", "two\u0085"],
  ] as const;
  expect(text(detailOf(1, "", { headers }), "headers")).toEqual(["X-A: 1", "x-a: two⟨0085⟩"]);
});

it("shows every forward attempt: its time, duration and error", () => {
  const startedAt = new Date(someMomentMs).toISOString();
  const shownAt = "2026-11-20 09:14:03.218";
  const target = "http://127.0.0.1:3000/";
  const attempts = [
    { target, startedAt, status: 200, error: null, durationMs: 12, reply: null },
    { target, startedAt, status: null, error: "connection refused", durationMs: 1_500, reply: null },
  ];
  expect(text(detailOf(1, "", { attempts }), "attempts", 120)).toEqual([
    `✓ 200 ${shownAt} · 12 ms`,
    `  to ${target}`,
    `✗ — ${shownAt} · 1.5 s · connection refused`,
    `  to ${target}`,
  ]);
  expect(text(detailOf(1, ""), "attempts", 80)).toEqual([
    "No attempts: the delivery was not forwarded, retried or replayed to a URL.",
  ]);
});

it("shows the response below its attempt, without its control characters", () => {
  const startedAt = new Date(someMomentMs).toISOString();
  const shownAt = "2026-11-20 09:14:03.218";
  const target = "http://127.0.0.1:3000/";
  const reply = {
    headers: [
      ["X-A", "1\u001b[2J"],
      ["x-a", "2"],
    ] as const,
    body: new TextEncoder().encode('{"error":"rows\u202e"}'),
  };
  const empty = { headers: [], body: new Uint8Array() };
  const attempt = { target, startedAt, error: null, durationMs: 12 };
  const attempts = [
    { ...attempt, status: 500, reply },
    { ...attempt, status: 204, reply: empty },
  ];
  expect(text(detailOf(1, "", { attempts }), "attempts", 120)).toEqual([
    `✗ 500 ${shownAt} · 12 ms`,
    `  to ${target}`,
    "  X-A: 1␛[2J",
    "  x-a: 2",
    "  response body: 19 bytes",
    "    {",
    '      "error": "rows⟨202E⟩"',
    "    }",
    `✓ 204 ${shownAt} · 12 ms`,
    `  to ${target}`,
  ]);
});

describe("the raw bytes", () => {
  it("are as many per row as need no second row", () => {
    for (const width of [36, 40, 41, 72, 73, 200]) {
      const [row = ""] = hexLines(new Uint8Array(16), bytesPerRow(width));
      expect(row.length).toBeLessThanOrEqual(width);
    }
    expect([40, 41, 73].map(bytesPerRow)).toEqual([4, 8, 16]);
  });

  it("are eight or sixteen per row, in hex and ASCII", () => {
    const body = Uint8Array.from([...Buffer.from("0123456789"), 0x1b, 0x00, 0xff]);
    expect(hexLines(body, 8)).toEqual([
      "000000  30 31 32 33 34 35 36 37  01234567",
      "000008  38 39 1b 00 ff           89···",
    ]);
    expect(hexLines(body, 16)).toEqual([
      "000000  30 31 32 33 34 35 36 37 38 39 1b 00 ff           0123456789···",
    ]);
  });

  it("of a large body are cut, with the number of remaining bytes", () => {
    const rows = hexLines(new Uint8Array(100_000), 16);
    expect(rows).toHaveLength(4_097);
    expect(rows.at(-1)).toBe(`${100_000 - 4_096 * 16} more bytes not shown`);
  });
});

it("shows the request and related deliveries in the header", () => {
  const head = deliveryHeader(
    detailOf(1_204, "{}", { webhookId: "6390", replayOf: 7, duplicateOf: 6, schemaValid: false, auth: "ok" }),
    "America/New_York",
  );
  expect(head.map(({ spans }) => spans.map(({ text }) => text).join(""))).toEqual([
    "#1204 POST /webhooks/inbox",
    "2026-11-20 04:14:03.218 · secret ok · 2 bytes",
    "webhook 6390 · replay of #7 · looks like #6 · does not match the schema: event is missing and 2 more",
  ]);
});

it("shows in the header which related deliveries were removed", () => {
  const [, , belongs] = deliveryHeader(
    detailOf(1_204, "{}", { replayOf: 7, duplicateOf: 6, removed: [6] }),
    "utc",
  );
  const text = belongs.spans.map(({ text }) => text).join("");
  expect(text).toBe("replay of #7 · looks like #6 (removed)");
});

it("names in the header the try that was handled", () => {
  const failed = detailOf(7, "{}", {
    outcome: "failed",
    status: 500,
    recovered: true,
    settledBy: 9,
    tries: 3,
  });
  const text = deliveryHeader(failed, "utc")[2]
    .spans.map((one) => one.text)
    .join("");
  expect(text).toContain("one of 3 tries, handled by 9");
});

it("names a test in the header", () => {
  const test = detailOf(9, "{}", { headers: [["x-hooklens-test", "1"]] });
  const [, , belongs] = deliveryHeader(test, "utc");
  expect(belongs.spans.map(({ text }) => text).join("")).toContain("test, not from the hub");
});

it("is never wider than its pane when wrapped, for any content", () => {
  const random = seededRandom(6);
  for (let round = 0; round < 300; round += 1) {
    const detail = detailOf(
      1,
      random.next() < 0.5 ? JSON.stringify([hostileText(random, 200)]) : hostileText(random, 300),
      {
        headers: [[hostileText(random, 20), hostileText(random, 100)]],
        attempts: [
          {
            target: hostileText(random, 60),
            startedAt: new Date(someMomentMs).toISOString(),
            status: null,
            error: hostileText(random, 60),
            durationMs: 1,
            reply: {
              headers: [[hostileText(random, 20), hostileText(random, 100)]],
              body: new TextEncoder().encode(hostileText(random, 200)),
            },
          },
        ],
      },
    );
    const width = 20 + random.below(60);
    for (const pane of ["request", "response", "headers", "attempts"] as const) {
      for (const line of lines(detail, pane, width)) expect(lineWidth(line)).toBeLessThanOrEqual(width);
    }
  }
});

describe("the response", () => {
  const timeline = [
    "",
    " ── timeline ───────────────────────────────────────────────────────────────────",
    " 09:14:03.218  received from 127.0.0.1",
    "               no secret required",
    "               stored",
  ];

  it("is that of a handler, with what it printed and why it failed", () => {
    const response = {
      by: "handler labels",
      status: 500,
      contentType: "application/json",
      body: new TextEncoder().encode('{"v":1}'),
      truncated: false,
    };
    const failed = detailOf(1, "{}", {
      outcome: "failed",
      status: 500,
      durationMs: 1_500,
      reason: "handler labels threw: no GPU",
      response,
      console: ["found\t2 rows", "\u001b[31mred"],
    });
    expect(text(failed, "response", 80)).toEqual([
      " ✗ 500 from handler labels · 1.5 s",
      " ✗ handler labels threw: no GPU",
      "",
      " ── output of the handler · 2 lines ────────────────────────────────────────────",
      " found   2 rows",
      " ␛[31mred",
      "",
      " ── response body · application/json · 7 bytes ─────────────────────────────────",
      " {",
      '   "v": 1',
      " }",
      ...timeline,
      "       +1.5 s  ✗ 500 answered by handler labels",
    ]);
  });

  it("is not invented while there is none", () => {
    const pending = detailOf(1, "{}", { outcome: "pending", status: null, durationMs: null });
    expect(text(pending, "response", 80)).toEqual([
      " No response yet.",
      ...timeline,
      "               waiting for the response",
    ]);
  });

  it("has the tries of a forward in its timeline, and the next one", () => {
    const target = "http://127.0.0.1:3000/";
    const attempt = { target, error: null, durationMs: 13, reply: null };
    const at = (ms: number) => new Date(someMomentMs + ms).toISOString();
    const forwarded = detailOf(1, "{}", {
      outcome: "pending",
      status: null,
      durationMs: null,
      nextAttemptAt: at(30_000),
      attempts: [
        { ...attempt, startedAt: at(2), status: 500 },
        { ...attempt, startedAt: at(1_000), status: null, error: "connection refused" },
      ],
    });
    expect(text(forwarded, "response", 80)).toEqual([
      " No response yet.",
      ...timeline,
      "        +2 ms  sent to http://127.0.0.1:3000/",
      "       +15 ms  ✗ 500 · 13 ms",
      "         +1 s  sent to http://127.0.0.1:3000/",
      "         +1 s  ✗ — connection refused · 13 ms",
      "        +30 s  next attempt at 09:14:33",
    ]);
  });

  it("names the deliveries that repeat this one, and the pages of the payload", () => {
    const url = { web: "https://huggingface.co/datasets/me/a" };
    const detail = detailOf(1, JSON.stringify({ repo: { url, headSha: "0123abcd" } }), { eventOf: 1 });
    const tries = [
      deliveryOf(1, { status: 500, durationMs: null, eventOf: 1 }),
      deliveryOf(1_204, { eventOf: 1, replayOf: 1 }),
    ];
    const edited = deliveryOf(1_206, { edited: true, eventOf: 1_206, replayOf: 1 });
    const surroundings = {
      of: "",
      related: {
        tries,
        replays: [...tries.slice(1), edited],
        duplicates: [deliveryOf(1_207, { eventOf: 1_207, duplicateOf: 1 })],
      },
      dispatch: null,
      previous: null,
    };
    const content = deliveryContent(
      { detail, surroundings, zone: "utc", columns: 60, isSplit: true },
      "response",
    );
    const rows = Array.from({ length: content.count }, (_, index) => content.line(index, false));
    const named = rows.filter(({ spans }) => spans.some((one) => one.click ?? one.href));
    expect(named.map((row) => row.text)).toEqual([
      "#1  2026-11-20 09:14:03  ✗ 500",
      "#1204  2026-11-20 09:14:03  ✓ 200 · 1 ms",
      "#1206  2026-11-20 09:14:03  ✓ 200 · 1 ms · edited",
      "#1207  2026-11-20 09:14:03  ✓ 200 · 1 ms",
      "repo        https://huggingface.co/datasets/me/a",
      "commit      https://huggingface.co/datasets/me/a/commit/0123abcd",
    ]);
  });
});

it("names the missing fields of a payload, but not of a body that was not read", () => {
  const head = (detail: ReadDelivery): string =>
    deliveryHeader(detail, "utc")[2]
      .spans.map(({ text }) => text)
      .join("");
  expect(head(detailOf(1, "[1,2,3]", { schemaValid: false }))).toBe(
    "does not match the schema: the payload is not an object",
  );
  expect(head(detailOf(1, "", { schemaValid: null, outcome: "rejected" }))).toBe("");
  expect(head(detailOf(1, "{", { schemaValid: false, outcome: "rejected" }))).toBe("");
});
