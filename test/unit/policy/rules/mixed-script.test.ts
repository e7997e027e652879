import { describe, expect, it } from "vitest";
import { mixedScript } from "../../../../src/policy/rules/mixed-script.ts";
import { ruleFindings, titleFindings } from "../../../support/policy/rule-findings.ts";

const withTitle = (title: string) => titleFindings(mixedScript, title);

describe("mixed-script", () => {
  it("names the word, the foreign letter and its position, and suggests Latin letters", () => {
    expect(withTitle("𝒳 the p\u0430tient \u0440\u0430tient")).toEqual([
      {
        path: "/meta/title",
        at: "value",
        message:
          'the word "p\u0430tient" mixes Latin and Cyrillic letters: U+0430 at character 8, and 1 more such word',
        hint: "write the word in Latin letters",
        fix: {
          title: "change to Latin letters",
          edits: [{ kind: "set", path: "/meta/title", value: "𝒳 the patient patient" }],
          safe: false,
        },
      },
    ]);
  });

  it.each([
    ["Cyrillic in a Latin word", "НIPAA", "Cyrillic"],
    ["Greek in a Latin word", "Αudit", "Greek"],
    ["Latin in a Cyrillic word", "Пoлитика", "Cyrillic"],
    ["Λ that is no axis", "Λmbda", "Greek"],
    ["Λ at the end of a word", "axisΛ", "Greek"],
    ["a letter behind a mark", "e\u0302а", "Cyrillic"],
  ])("fires for %s", (_what, text, script) => {
    expect(withTitle(text)[0]?.message).toContain(`mixes Latin and ${script} letters`);
  });

  it.each([
    ["axes beside Latin letters", "axisΛ7 and Λ10axis"],
    ["words of one script each", "Policy Политика Πολιτική"],
    ["Cyrillic with Greek", "аα"],
    ["the micro sign", "5 \u00B5g"],
    ["words parted by digits or hyphens", "A1Б A-Б A_Б"],
    ["Latin with marks", "naïve Zażółć"],
    ["Han with Latin", "AI法"],
  ])("has nothing against %s", (_what, text) => {
    expect(withTitle(text)).toEqual([]);
  });

  it("offers no fix for a letter that looks like no Latin one", () => {
    expect(withTitle("kΩ")[0]).toMatchObject({ hint: "write the word in one script", fix: null });
  });

  it("leaves words of one script as they are when it puts Latin letters in another", () => {
    expect(withTitle("Мама раtient")[0]?.fix?.edits).toEqual([
      { kind: "set", path: "/meta/title", value: "Мама patient" },
    ]);
  });

  it("reads a word of millions of letters, and rewrites no text that is written in two scripts", () => {
    expect(withTitle(`${"é".repeat(3_000_000)}а`)[0]?.message).toContain("U+0430 at character 3000001");
    expect(withTitle("раy ".repeat(100))[0]?.fix).not.toBeNull();
    expect(withTitle("раy ".repeat(101))[0]?.fix).toBeNull();
  });

  it("looks at keys too, and offers no name that is taken", () => {
    const judged = (extra: object) =>
      ruleFindings(mixedScript, (policy) => {
        Object.assign(policy.meta, extra);
      })[0];
    expect(judged({ аuthor: 1 })).toMatchObject({
      path: "/meta/аuthor",
      at: "key",
      fix: { edits: [{ kind: "rename", path: "/meta/аuthor", to: "author" }] },
    });
    expect(judged({ аuthor: 1, author: 2 })?.fix).toBeNull();
  });
});
