import { describe, expect, it } from "vitest";
import { requestText, searchText, tokenize } from "../../../src/model/search-tokens.ts";
import { hostileStrings, hostileText } from "../../support/hostile-text.ts";
import { seededRandom } from "../../support/random.ts";
import { fullPayload } from "../../support/sample-payload.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (text: string) => requestText({ body: bytes(text), headers: [] });

describe("tokenize", () => {
  it.each([
    ["Fix the licence!", ["fix", "the", "licence"]],
    ["me/corpus_v2-final.json", ["me", "corpus", "v2", "final", "json"]],
    ["", []],
    [" … !", []],
    ["E\u0301TUDE Ünï", ["étude", "ünï"]],
    ["日本語 テスト", ["日本語", "テスト"]],
    ["नमस्ते", ["नमस्ते"]],
    ["ΟΔΟΣ", ["οδοσ"]],
    ["½ ① ٣", ["½", "①", "٣"]],
  ])("%j into %j", (text, tokens) => {
    expect(tokenize(text)).toEqual(tokens);
  });

  it("leaves its own tokens as they are (20,000 seeded texts)", () => {
    const random = seededRandom(13);
    const changed: string[] = [];
    for (let round = 0; round < 20_000; round++) {
      const tokens = tokenize(hostileText(random, 12));
      if (tokenize(tokens.join(" ")).join("|") !== tokens.join("|")) changed.push(tokens.join(" "));
    }
    expect(changed).toEqual([]);
  });
});

describe("requestText", () => {
  it("has the keys and values of JSON in their order", () => {
    expect(
      textOf('{"event": {"action": "update", "n": -1.5}, "ok": [true, null], "": 12345678901234567890}'),
    ).toBe("event action update n 1 5 ok true null 12345678901234567890");
  });

  it("undoes the escapes of JSON", () => {
    expect(
      textOf(String.raw`{"a": "caf\u00e9\nnext\ttab \"quoted\" \u65E5\u672c C:\\new", "b": "e\u0301"}`),
    ).toBe("a café next tab quoted 日本 c new b é");
  });

  it("says the same of escaped and plain JSON", () => {
    const payload = { ...fullPayload(), title: "Ünïcödé 日本語 e\u0301 𝒳" };
    const plain = JSON.stringify(payload);
    const escaped = plain.replaceAll(
      /[^ -~]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    expect(escaped).toContain("\\u");
    expect(textOf(escaped)).toBe(textOf(plain));
  });

  it("reads a body that is not JSON as text", () => {
    expect(textOf("C:\\new\\u0041 name=value&x=1")).toBe("c new u0041 name value x 1");
    expect(textOf("")).toBe("");
    expect(requestText({ body: Uint8Array.of(0x61, 0xff, 0xfe, 0x62), headers: [] })).toBe("a b");
  });

  it("takes any depth", () => {
    expect(textOf(`${"[".repeat(100_000)}"\\u0061"${"]".repeat(100_000)}`)).toBe("a");
  });

  it.each(hostileStrings)(
    "has only tokens and single spaces, and finds the text again: $name",
    ({ text }) => {
      const found = textOf(JSON.stringify({ text }));
      expect(found).toMatch(/^[\p{L}\p{N}\p{M}]+(?: [\p{L}\p{N}\p{M}]+)*$/u);
      expect(found).toBe(["text", ...tokenize(text)].join(" "));
    },
  );
});

describe("searchText", () => {
  const delivery = {
    outcome: "handled" as const,
    body: bytes('{"repo": "me/corpus"}'),
    headers: [
      ["Content-Type", "application/json"],
      ["X-Trace", "A1"],
    ] as const,
    reason: "it was late",
    response: { body: bytes("Thank you") },
    console: ["first line", "second"],
    attempts: [
      { error: "refused", reply: null },
      { error: null, reply: { headers: [["Server", "nginx"]] as const, body: bytes('{"ok": true}') } },
    ],
  };

  it("has the request, and the result in parts that no phrase crosses", () => {
    expect(searchText(delivery)).toBe(
      "repo me corpus ¶ content type application json x trace a1 ¶ it was late ¶ thank you ¶ first line second ¶ refused ¶ server nginx ¶ ok true",
    );
    expect(tokenize("corpus ¶ content")).toEqual(["corpus", "content"]);
  });

  it("has the request only while the delivery is pending", () => {
    expect(searchText({ ...delivery, outcome: "pending" })).toBe(
      "repo me corpus ¶ content type application json x trace a1",
    );
  });
});
