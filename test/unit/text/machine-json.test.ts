import { describe, expect, it } from "vitest";
import { machineJson } from "../../../src/text/machine-json.ts";
import { visible } from "../../../src/text/visible.ts";
import { hostileStrings } from "../../support/hostile-text.ts";

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

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

/** Limits runs of marks to four, as `visible` does and `machineJson` does not. */
function withFewMarks(text: string): string {
  return text.replaceAll(/([\p{Mn}\p{Me}\u200D]{4})[\p{Mn}\p{Me}\u200D]+/gu, "$1");
}
