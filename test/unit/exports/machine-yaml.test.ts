import { load } from "js-yaml";
import { expect, test } from "vitest";
import { machineYaml } from "../../../src/exports/machine-yaml.ts";
import { visible } from "../../../src/text/visible.ts";

test("ordinary texts are plain", () => {
  expect(machineYaml({ url: "https://a.test/ü", count: 1 })).toBe("url: https://a.test/ü\ncount: 1\n");
});

test.each(["\u202E", "\u200B", "\u0085", "\u2028", "\u2066'\"\\", "\u{E0001}", "a\n\u200B", "\u009B31m"])(
  "the text %j is escaped, and read back",
  (hidden) => {
    const value = { list: [{ url: `https://a.test/${hidden}`, none: null }], plain: "b" };
    const text = machineYaml(value);
    for (const line of text.split("\n")) expect(visible(line)).toBe(line);
    expect(load(text)).toEqual(value);
  },
);
