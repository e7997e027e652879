import { describe, expect, it } from "vitest";
import {
  depthOf,
  isClosing,
  jsonDocument,
  type JsonDocument,
  lineOf,
  pathOf,
  sizeOf,
  valueOf,
} from "../../../src/text/json-document.ts";
import { jsonSpans } from "../../../src/text/json-spans.ts";
import { visible } from "../../../src/text/visible.ts";
import { hostileStrings } from "../../support/hostile-text.ts";
import { randomJson } from "../../support/random-json.ts";
import { seededRandom } from "../../support/random.ts";

function read(text: string): JsonDocument {
  const json = jsonDocument(text);
  if (json === null) throw new Error(`not JSON: ${text}`);
  return json;
}

const written = (json: JsonDocument) =>
  json.parents.map((_, line) => "  ".repeat(depthOf(json, line)) + lineOf(json.raw, line)).join("\n");

const sample = read(
  '{"repo":{"name":"me/corpus","odd key":[1,{"x":null}],"none":[],"nothing":{ }},"last":"}"}',
);

describe("a JSON text by lines", () => {
  it("reads as JSON.stringify writes it (2,000 seeded values)", () => {
    const random = seededRandom(4);
    for (let round = 0; round < 2000; round++) {
      const value = randomJson(random, 6);
      const text = JSON.stringify(value, null, round % 3);
      expect(written(read(text))).toBe(JSON.stringify(value, null, 2));
    }
  });

  it("keeps big numbers, escapes and repeated keys as they were written", () => {
    const text = '{"id":12345678901234567890,"id":1.0,"é":"\\u00e9\\/","e":1E400}';
    expect(written(read(text))).toBe(
      '{\n  "id": 12345678901234567890,\n  "id": 1.0,\n  "é": "\\u00e9\\/",\n  "e": 1E400\n}',
    );
  });

  it.each(["", "{", "[1,]", "{a:1}", "hello", "[1] 2", "\u00a0[1]"])("is null for %j", (text) => {
    expect(jsonDocument(text)).toBeNull();
  });

  it.each(["1", ' "a\\"b\\\\" ', "null", "[]", " { \n\t } "])("takes the value %j", (text) => {
    expect(written(read(text))).toBe(JSON.stringify(JSON.parse(text)));
  });

  it.each(hostileStrings)("is safe to draw as key and value: $name", ({ text }) => {
    const json = read(JSON.stringify({ [text]: [text] }));
    for (let line = 0; line < json.parents.length; line++) {
      const shown = lineOf(json.shown, line);
      expect(visible(shown)).toBe(shown);
    }
    expect(valueOf(json, 2)).toBe(JSON.parse(JSON.stringify(text)));
  });

  it("takes 100,000 nested arrays", () => {
    const json = read("[".repeat(100_000) + "1" + "]".repeat(100_000));
    expect(json.parents).toHaveLength(199_999 + 2);
    expect(depthOf(json, 100_000)).toBe(20);
    expect(json.ends[0]).toBe(200_000);
    expect(pathOf(json, 100_000)).toHaveLength(1 + 100_000 * 3);
  });
});

describe("the structure of a JSON text", () => {
  const lines = () => sample.parents.map((_, line) => lineOf(sample.raw, line));

  it("knows where each container ends and how many values it has", () => {
    expect(lines()).toEqual([
      "{",
      '"repo": {',
      '"name": "me/corpus",',
      '"odd key": [',
      "1,",
      "{",
      '"x": null',
      "}",
      "],",
      '"none": [],',
      '"nothing": {}',
      "},",
      '"last": "}"',
      "}",
    ]);
    expect(sample.ends).toEqual([13, 11, 2, 8, 4, 7, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect([0, 1, 3, 5].map((line) => sizeOf(sample, line))).toEqual([2, 4, 2, 1]);
    expect(lines().filter((_, line) => isClosing(sample, line))).toEqual(["}", "],", "},", "}"]);
  });

  it("names paths as jq does", () => {
    expect(sample.parents.map((_, line) => pathOf(sample, line))).toEqual([
      ".",
      ".repo",
      ".repo.name",
      '.repo["odd key"]',
      '.repo["odd key"][0]',
      '.repo["odd key"][1]',
      '.repo["odd key"][1].x',
      '.repo["odd key"][1]',
      '.repo["odd key"]',
      ".repo.none",
      ".repo.nothing",
      ".repo",
      ".last",
      ".",
    ]);
    expect(pathOf(read("[[true]]"), 2)).toBe(".[0][0]");
  });

  it("gives values without their comma, strings without quotes, containers whole", () => {
    expect(valueOf(sample, 2)).toBe("me/corpus");
    expect(valueOf(sample, 4)).toBe("1");
    expect(valueOf(sample, 9)).toBe("[]");
    expect(valueOf(sample, 12)).toBe("}");
    expect(valueOf(sample, 8)).toBe('[\n  1,\n  {\n    "x": null\n  }\n]');
  });
});

it("colors keys, strings, other values and punctuation apart", () => {
  const tones = (text: string) => jsonSpans(text).map((one) => [one.text, one.tone]);
  expect(tones('"a": "x: \\"y",')).toEqual([
    ['"a"', "accent"],
    [": ", "muted"],
    ['"x: \\"y"', "plain"],
    [",", "muted"],
  ]);
  expect(tones('"a: b",')).toEqual([
    ['"a: b"', "plain"],
    [",", "muted"],
  ]);
  expect(tones("-1.5e3")).toEqual([["-1.5e3", "warn"]]);
  expect(tones('"a": {')).toEqual([
    ['"a"', "accent"],
    [": ", "muted"],
    ["{", "muted"],
  ]);
  expect(tones("},")).toEqual([
    ["}", "muted"],
    [",", "muted"],
  ]);
});
