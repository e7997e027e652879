import { describe, expect, it } from "vitest";
import type { JsonLine } from "../../../src/text/json-lines.ts";
import { jsonLines } from "../../../src/text/json-lines.ts";
import { machineJson } from "../../../src/text/machine-json.ts";
import { visible } from "../../../src/text/visible.ts";
import { hostileStrings } from "../../support/hostile-text.ts";
import { randomJson } from "../../support/random-json.ts";
import { seededRandom } from "../../support/random.ts";

const written = (lines: readonly JsonLine[]) =>
  lines.map(({ indent, parts }) => "  ".repeat(indent) + parts.map((part) => part.text).join("")).join("\n");

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

describe("jsonLines", () => {
  it("names the kind of each part", () => {
    expect(jsonLines({ a: "x", b: [1, true, null], c: {}, d: [] })).toEqual([
      { indent: 0, parts: [{ kind: "punctuation", text: "{" }] },
      { indent: 1, parts: line("a", { kind: "string", text: '"x"' }, true) },
      { indent: 1, parts: line("b", { kind: "punctuation", text: "[" }, false) },
      { indent: 2, parts: [{ kind: "number", text: "1" }, comma] },
      { indent: 2, parts: [{ kind: "literal", text: "true" }, comma] },
      { indent: 2, parts: [{ kind: "literal", text: "null" }] },
      { indent: 1, parts: [{ kind: "punctuation", text: "]," }] },
      { indent: 1, parts: line("c", { kind: "punctuation", text: "{}," }, false) },
      { indent: 1, parts: line("d", { kind: "punctuation", text: "[]" }, false) },
      { indent: 0, parts: [{ kind: "punctuation", text: "}" }] },
    ]);
  });

  it("reads as JSON.stringify writes, made visible (2,000 seeded values)", () => {
    const random = seededRandom(4);
    for (let round = 0; round < 2000; round++) {
      const value = randomJson(random, 6);
      const expected = JSON.stringify(value, null, 2).split("\n").map(visible).join("\n");
      expect(written(jsonLines(value))).toBe(expected);
    }
  });

  it.each(hostileStrings)("is safe as key and as value: $name", ({ text }) => {
    for (const { parts } of jsonLines({ [text]: [text] })) {
      expect(parts.map((part) => visible(part.text))).toEqual(parts.map((part) => part.text));
    }
  });

  it("shows a __proto__ key that was sent, and nothing inherited", () => {
    expect(written(jsonLines(JSON.parse('{"__proto__": {"x": 1}}')))).toContain('"__proto__": {');
    expect(written(jsonLines(Object.create({ inherited: 1 })))).toBe("{}");
  });

  it("says how many lines it left out", () => {
    const lines = jsonLines(
      Array.from({ length: 5000 }, (_, index) => index),
      100,
    );
    expect(lines).toHaveLength(101);
    expect(written(lines.slice(99))).toBe("  98,\n… 4,902 more lines");
    expect(written(jsonLines([1], 3))).toBe("[\n  1\n]");
    expect(written(jsonLines([1], 2))).toBe("[\n  1\n… 1 more line");
  });

  it("takes 100,000 nested arrays", () => {
    const lines = jsonLines(nested(100_000), 50);
    expect(lines).toHaveLength(51);
    expect(written(lines.slice(-1))).toBe("… 199,951 more lines");
    const whole = jsonLines(nested(100_000), Number.POSITIVE_INFINITY);
    expect(whole).toHaveLength(200_001);
    expect(whole.slice(18, 23).map(({ indent }) => indent)).toEqual([18, 19, 20, 20, 20]);
    expect(whole.every(({ indent }) => indent <= 20)).toBe(true);
  });
});

describe("machineJson", () => {
  it.each(hostileStrings)("says the same and holds nothing that acts: $name", ({ text }) => {
    const json = machineJson({ [text]: text }, 2);
    expect(JSON.parse(json)).toEqual({ [text]: text });
    for (const line of json.split("\n")) expect(visible(line)).toBe(withFewMarks(line));
  });

  it("escapes what JSON does not", () => {
    expect(machineJson("\u007f\u009b\u202e\u2028\u200b\ufeff\u{e0041}")).toBe(
      String.raw`"\u007f\u009b\u202e\u2028\u200b\ufeff\udb40\udc41"`,
    );
    expect(machineJson("日本語 👩‍👩‍👧‍👦")).toBe('"日本語 👩‍👩‍👧‍👦"');
    expect(machineJson(undefined)).toBe("null");
  });

  it("writes what JSON.stringify overflows on, on one line", () => {
    const deep = machineJson({ a: [{}, [], { b: [1, "x", null] }], c: nested(100_000) });
    expect(deep.startsWith('{"a":[{},[],{"b":[1,"x",null]}],"c":[[[[')).toBe(true);
    expect(deep).toHaveLength('{"a":[{},[],{"b":[1,"x",null]}],"c":1}'.length + 200_000);
    expect(machineJson(nested(100_000), 2)).toBe(machineJson(nested(100_000)));
  });
});

const comma = { kind: "punctuation", text: "," } as const;

function line(key: string, part: { kind: string; text: string }, hasComma: boolean) {
  const named = [{ kind: "key", text: `"${key}"` }, { kind: "punctuation", text: ": " }, part];
  return hasComma ? [...named, comma] : named;
}

/** Limits runs of marks to four, as `visible` does and `machineJson` does not. */
function withFewMarks(text: string): string {
  return text.replaceAll(/([\p{Mn}\p{Me}\u200D]{4})[\p{Mn}\p{Me}\u200D]+/gu, "$1");
}
