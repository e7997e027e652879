import { describe, expect, it } from "vitest";
import { hiddenCharacter } from "../../../../src/policy/rules/hidden-character.ts";
import { ruleFindings, titleFindings } from "../../../support/policy/rule-findings.ts";

const withTitle = (title: string) => titleFindings(hiddenCharacter, title);

describe("hidden-character", () => {
  it("names the character, its number in the text and how many more there are, and removes them", () => {
    expect(withTitle("𝒳 Safe\u202E policy\u202C\u200B")).toEqual([
      {
        path: "/meta/title",
        at: "value",
        message: "bidi control U+202E at character 7, and 2 more",
        hint: "remove them",
        fix: {
          title: "remove them",
          edits: [{ kind: "set", path: "/meta/title", value: "𝒳 Safe policy" }],
          safe: true,
        },
      },
    ]);
  });

  it.each([
    ["\u0000", "control character U+0000"],
    ["\u0008", "control character U+0008"],
    ["\u001B", "control character U+001B"],
    ["\u001F", "control character U+001F"],
    ["\u007F", "control character U+007F"],
    ["\u0085", "control character U+0085"],
    ["\u009B", "control character U+009B"],
    ["\u000B", "control character U+000B"],
    ["\u00AD", "soft hyphen U+00AD"],
    ["\uFEFF", "byte order mark U+FEFF"],
    ["\u061C", "bidi control U+061C"],
    ["\u200E", "bidi control U+200E"],
    ["\u202A", "bidi control U+202A"],
    ["\u2066", "bidi control U+2066"],
    ["\u2069", "bidi control U+2069"],
    ["\u200B", "zero-width character U+200B"],
    ["\u200C", "zero-width character U+200C"],
    ["\u200D", "zero-width character U+200D"],
    ["\u2060", "zero-width character U+2060"],
    ["\u2028", "line separator U+2028"],
    ["\u2062", "invisible character U+2062"],
    ["\u3164", "invisible character U+3164"],
    ["\u{E0041}", "invisible character U+E0041"],
    ["\u{E0100}", "stray variation selector U+E0100"],
    ["\uFE0F", "stray variation selector U+FE0F"],
  ])("fires for %j: %s", (character, name) => {
    expect(withTitle(`ab${character}cd`)[0]?.message).toBe(`${name} at character 3`);
  });

  it.each([
    ["tab, line feed and carriage return", "a\tb\nc\r\nd"],
    ["spaces that are seen", "a\u00A0b\u3000c"],
    ["letters of any script", "Zażółć Ελλάδα Україна 한국 日本 العربية हिन्दी"],
    ["an emoji with its selector", "⚠\uFE0F and 1\uFE0F\u20E3"],
    ["a variant of a Han character", "葛\u{E0100}"],
    ["the names of axes", "Λ1 to Λ10"],
    ["marks", "q\u0301"],
  ])("has nothing against %s", (_what, text) => {
    expect(withTitle(text)).toEqual([]);
  });

  it("finds text carried by a run of variation selectors behind an emoji", () => {
    expect(withTitle("😀\uFE0F\u{E0158}\u{E0159}")[0]?.message).toBe(
      "stray variation selector U+E0158 at character 3, and 1 more",
    );
  });

  it.each([
    ["a joiner changes what is drawn", "👩\u200D⚕ nurse"],
    ["a form feed parts words", "one\u000Ctwo"],
    ["a line separator parts words", "one\u2028two"],
    ["nothing would be left", "\u200B \u200B"],
  ])("does not call it safe to remove where %s", (_what, text) => {
    expect(withTitle(text)[0]?.fix?.safe).toBe(false);
  });

  it("is at the key if the character is in a key, and renames it", () => {
    const [finding] = ruleFindings(hiddenCharacter, (policy) => {
      Object.assign(policy.receipt_chain, { "der_signed\u200B": true });
    });
    expect(finding).toMatchObject({
      path: "/receipt_chain/der_signed\u200B",
      at: "key",
      fix: {
        edits: [{ kind: "rename", path: "/receipt_chain/der_signed\u200B", to: "der_signed" }],
        safe: true,
      },
    });
  });

  it("offers no name for a key that is taken", () => {
    const [finding] = ruleFindings(hiddenCharacter, (policy) => {
      Object.assign(policy.receipt_chain, { der_signed: false, "der_signed\u200B": true });
    });
    expect(finding?.fix).toBeNull();
  });
});
