import { describe, expect, it } from "vitest";
import { rewriting, unusualTexts } from "../../../../src/policy/characters/unusual-texts.ts";

/** As a reader gives it: no prototype, so that `__proto__` is a key like any other. */
function bare(entries: readonly (readonly [string, unknown])[]): object {
  const object: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of entries) object[key] = value;
  return object;
}

describe("unusualTexts", () => {
  it("finds texts and keys with more than printable ASCII, in the order of the document", () => {
    const document = {
      plain: "text\twith\r\nlines",
      first: "é",
      list: ["a", ["\u007F"], { "k\u0000y/~": "\u{1F600}" }],
      numbers: [1, true, null],
    };
    expect(unusualTexts(document)).toEqual([
      { text: "é", path: "/first", at: "value" },
      { text: "\u007F", path: "/list/1/0", at: "value" },
      { text: "k\u0000y/~", path: "/list/2/k\u0000y~1~0", at: "key", holder: document.list[2] },
      { text: "\u{1F600}", path: "/list/2/k\u0000y~1~0", at: "value" },
    ]);
  });

  it("passes over the names of axes, and nothing that only begins with one", () => {
    expect(unusualTexts(["Λ1", "Λ10"])).toEqual([]);
    expect(unusualTexts(["Λ0", "Λ11", "Λ1 ", "aΛ1", "Λ"])).toHaveLength(5);
  });

  it("goes into a key called __proto__", () => {
    const document = bare([["__proto__", bare([["x", "ä"]])]]);
    expect(unusualTexts(document).map(({ path }) => path)).toEqual(["/__proto__/x"]);
  });

  it("takes a whole document that is a text", () => {
    expect(unusualTexts("é")).toEqual([{ text: "é", path: "", at: "value" }]);
  });
});

describe("rewriting", () => {
  it("sets a value and renames a key", () => {
    const [value, key] = unusualTexts([{ a: "é" }, { é: 1 }]);
    expect(rewriting(value!, "e", "puts e", true)).toEqual({
      title: "puts e",
      edits: [{ kind: "set", path: "/0/a", value: "e" }],
      safe: true,
    });
    expect(rewriting(key!, "e", "puts e", false)).toEqual({
      title: "puts e",
      edits: [{ kind: "rename", path: "/1/é", to: "e" }],
      safe: false,
    });
  });

  it("does not rename a key to one that is there", () => {
    const [key] = unusualTexts({ é: 1, e: 2 });
    expect(rewriting(key!, "e", "puts e", true)).toBeNull();
  });
});
