import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { jsonFault } from "../../../src/text/json-fault.ts";
import { randomJson } from "../../support/random-json.ts";
import { seededRandom } from "../../support/random.ts";
import { fullPayload } from "../../support/sample-payload.ts";

function told(text: string): string | null {
  const fault = jsonFault(text);
  return fault === null ? null : `${fault.what} at ${fault.line}:${fault.column}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("jsonFault", () => {
  it.each([
    ["", "no value at 1:1"],
    ['{"event": {"action": "up', "unexpected end inside a string at 1:25"],
    ['{"event": {"action": 1, ', "unexpected end inside an object at 1:25"],
    ['[1, {"a": [', "unexpected end inside an array at 1:12"],
    ['{\n  "a": 1,\n}', '"}" instead of a key in double quotes at 3:1'],
    ["[1, 2,]", '"]" instead of a value at 1:7'],
    ["{'a': 1}", '"\'" instead of a key in double quotes at 1:2'],
    ['{"a": None}', '"None" instead of a value at 1:7'],
    ['{"a" 1}', '"1" instead of a colon after the key at 1:6'],
    ['{"a": 1\n "b": 2}', "a quote instead of a comma or } at 2:2"],
    ["[1 2]", '"2" instead of a comma or ] at 1:4'],
    ["[01]", '"01" instead of a value at 1:2'],
    ["event=push&repo=x", '"event" instead of a value at 1:1'],
    ['{"a": 1}\n{"a": 2}', '"{" after the end at 2:1'],
    ["\uFEFF{}", "a byte order mark at 1:1"],
    ['"a\nb"', "a line end or control character inside a string at 1:3"],
    [String.raw`"\x41"`, "an unknown escape inside a string at 1:2"],
    ['"\\', "unexpected end inside a string at 1:3"],
    ["[😀]", '"😀" instead of a value at 1:2'],
  ])("says where %j breaks, and how", (text, fault) => {
    expect(told(text)).toBe(fault);
  });

  it("quotes no more than twenty characters", () => {
    expect(told("x".repeat(1_000_000))).toBe(`"${"x".repeat(20)}" instead of a value at 1:1`);
  });

  it("follows any depth", () => {
    expect(told("[".repeat(1_000_000))).toBe("unexpected end inside an array at 1:1000001");
    expect(told("[".repeat(1_000_000) + "]".repeat(1_000_000))).toBeNull();
  });

  it("agrees with JSON.parse on whole, cut and damaged texts", () => {
    const random = seededRandom(7);
    const texts = [
      readFileSync(new URL("../../../fixtures/hostile/payload.json", import.meta.url), "utf8"),
      JSON.stringify(fullPayload(), null, 2),
      ...Array.from({ length: 300 }, () => JSON.stringify(randomJson(random, 4))),
      ..."-0 1e5 -0.5E+3 01 1. .5 +1 1e -  0x1 NaN tru truex nulll true,false \u00a01".split(" "),
    ];
    const damage = [
      "",
      '"',
      "\\",
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      "1",
      "-",
      ".",
      "e",
      "t",
      "\n",
      "\0",
      " ",
      "\u2028",
    ];
    const wrong = texts.flatMap((text) => {
      const damaged = Array.from({ length: 60 }, () => {
        const at = random.below(text.length + 1);
        return text.slice(0, at) + random.pick(damage) + text.slice(at + random.below(2));
      });
      const cut = Array.from({ length: 20 }, () => text.slice(0, random.below(text.length + 1)));
      return [text, ...damaged, ...cut].filter((one) => (jsonFault(one) === null) !== isJson(one));
    });
    expect(wrong).toEqual([]);
  });
});
