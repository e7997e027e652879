import { describe, expect, it } from "vitest";
import { fit, padEnd, padStart, truncate } from "../../../src/text/truncate.ts";
import { visible } from "../../../src/text/visible.ts";
import { displayWidth } from "../../../src/text/width.ts";
import { hostileText } from "../../support/hostile-text.ts";
import { seededRandom } from "../../support/random.ts";

const family = "👩‍👩‍👧‍👦";

describe("truncate", () => {
  it.each([
    ["end", "repo.content update", 12, "repo.conten…"],
    ["start", "http://127.0.0.1:7860/webhooks/train", 16, "…/webhooks/train"],
    ["middle", "639010f2a7b3c4d5e6fde93b", 10, "6390…de93b"],
    ["end", "fits", 4, "fits"],
    ["end", "日本語", 5, "日本…"],
    ["end", "日本語", 4, "日 …"],
    ["start", "日本語", 4, "… 語"],
    ["middle", "日本語日本語", 6, "日… 語"],
    ["end", `${family}${family}${family}`, 5, `${family}${family}…`],
    ["end", "e\u0301e\u0301e\u0301", 2, "e\u0301…"],
    ["end", "abc", 1, "…"],
    ["end", "日本", 1, "…"],
    ["end", "abc", 0, ""],
    ["end", "abc", -3, ""],
    ["end", "abcdef", 3.9, "ab…"],
    ["end", "abc", Number.NaN, ""],
  ] as const)("at the %s: %j to %d columns", (where, text, width, expected) => {
    expect(truncate(visible(text), width, { where })).toBe(expected);
  });

  it("cuts at the end where nothing is said", () => {
    expect(truncate(visible("abcdef"), 4)).toBe("abc…");
  });
});

describe("padEnd, padStart and fit", () => {
  it("count columns, not characters", () => {
    expect(padEnd(visible("日本"), 6)).toBe("日本  ");
    expect(padStart(visible("日本"), 6)).toBe("  日本");
    expect(padEnd(visible("longer"), 3)).toBe("longer");
    expect(padStart(visible("longer"), 3)).toBe("longer");
  });

  it("fit both shortens and fills", () => {
    expect(fit(visible("12,408"), 8, "right")).toBe("  12,408");
    expect(fit(visible("train"), 8)).toBe("train   ");
    expect(fit(visible("a longer name"), 8)).toBe("a longe…");
  });

  it("give exactly the width asked for, for 10,000 seeded texts", () => {
    const random = seededRandom(9);
    const wrong: string[] = [];
    for (let round = 0; round < 10_000; round++) {
      const text = visible(hostileText(random, 14));
      const width = random.below(20);
      const where = random.pick(["start", "middle", "end"] as const);
      const cut = truncate(text, width, { where });
      const isRight =
        (displayWidth(text) <= width ? cut === text : displayWidth(cut) === width) &&
        displayWidth(fit(text, width)) === width &&
        displayWidth(fit(text, width, "right")) === width &&
        visible(cut) === cut;
      if (!isRight) wrong.push(`${where} ${width} ${JSON.stringify(text)} ${JSON.stringify(cut)}`);
    }
    expect(wrong).toEqual([]);
  });
});
