import { describe, expect, it } from "vitest";
import { notNfc } from "../../../../src/policy/rules/not-nfc.ts";
import { ruleFindings, titleFindings } from "../../../support/policy/rule-findings.ts";

const withTitle = (title: string) => titleFindings(notNfc, title);

describe("not-nfc", () => {
  it("names the first character that would change, by its number in the text, and puts the text in NFC", () => {
    expect(withTitle("Politique de santé 𝒳 cafe\u0301 e\u0301")).toEqual([
      {
        path: "/meta/title",
        at: "value",
        message: "not in Unicode NFC from character 25 on (U+0065)",
        hint: "write the text in NFC",
        fix: {
          title: "convert to Unicode NFC",
          edits: [{ kind: "set", path: "/meta/title", value: "Politique de santé 𝒳 café é" }],
          safe: true,
        },
      },
    ]);
  });

  it.each([
    ["a composed letter", "é"],
    ["a mark that composes with nothing", "q\u0301"],
    ["Hangul syllables", "한국"],
    ["an emoji", "⚠\uFE0F"],
    ["compatibility characters", "ﬁ ½"],
    ["a lone surrogate", "\uD800"],
  ])("has nothing against %s", (_what, text) => {
    expect(withTitle(text)).toEqual([]);
  });

  it.each([
    ["the ohm sign", "5 \u2126", "U+2126"],
    ["the angstrom sign", "\u212B", "U+212B"],
    ["conjoining jamo", "\u1112\u1161", "U+1112"],
    ["marks in another order", "q\u0307\u0323", "U+0307"],
    ["a character beyond the first plane", "\u{2F800}", "U+2F800"],
  ])("fires for %s", (_what, text, name) => {
    expect(withTitle(text)[0]?.message).toContain(`(${name})`);
  });

  it("does not try to order a pile of marks, which would take minutes", () => {
    expect(withTitle(`ab${"\u0301\u0323".repeat(1_000_000)}`)).toEqual([
      {
        path: "/meta/title",
        at: "value",
        message:
          "more than 100 combining marks in a row from character 3 on, too many to convert to Unicode NFC",
        hint: "remove the marks",
        fix: null,
      },
    ]);
    expect(withTitle(`q${"\u0301".repeat(100)} and q${"\u0301".repeat(100)}`)).toEqual([]);
    expect(withTitle(`q${"\u{1D165}".repeat(99)}`)[0]?.fix).not.toBeNull();
  });

  it("is at the key if a key is not in NFC, and renames it", () => {
    const [finding] = ruleFindings(notNfc, (policy) => {
      Object.assign(policy.meta, { extra: [{ "cle\u0301/1": true }] });
    });
    expect(finding).toMatchObject({
      path: "/meta/extra/0/cle\u0301~11",
      at: "key",
      fix: { edits: [{ kind: "rename", path: "/meta/extra/0/cle\u0301~11", to: "clé/1" }], safe: true },
    });
  });

  it("offers no name for a key that is taken", () => {
    const [finding] = ruleFindings(notNfc, (policy) => {
      Object.assign(policy.meta, { "e\u0301": 1, é: 2 });
    });
    expect(finding?.fix).toBeNull();
  });

  it("checks every string at any place", () => {
    const findings = ruleFindings(notNfc, (policy) => {
      policy.regulatory_clauses[2]!.lambda_axes[1]!.rationale = "Un e\u0301cart qui doit se voir partout";
      policy.receipt_chain.nodes[4] = "re\u0301gulateur";
    });
    expect(findings.map(({ path }) => path)).toEqual([
      "/regulatory_clauses/2/lambda_axes/1/rationale",
      "/receipt_chain/nodes/4",
    ]);
  });
});
