import { describe, expect, it } from "vitest";
import { differingText } from "../../../../src/policy/diff/differing-text.ts";

const text =
  "Standards for Safeguarding Customer Information: design and implement safeguards to control the risks";

describe("the difference of two texts", () => {
  it.each([
    ["Risk analysis", "Risk review", '"Risk analysis" → "Risk review"'],
    [text, `${text} only if feasible`, '"…control the risks" → "…control the risks only if feasible"'],
    [
      text,
      text.replace("design and", "may"),
      '"…Customer Information: design and implement safeguards…" → "…Customer Information: may implement safeguards…"',
    ],
    [text, text.replace("Standards", "Guides"), '"Standards for Safeguarding…" → "Guides for Safeguarding…"'],
    [`${"x".repeat(200)}a`, `${"x".repeat(200)}b`, '"…a" → "…b"'],
  ])("shows it with the words beside it", (before, after, shown) => {
    expect(differingText(before, after)).toBe(shown);
  });

  it("cuts a long difference, and no character in two", () => {
    const row = "x".repeat(200);
    expect(differingText(`${row}😀`, `${row}😁`)).toBe('"…😀" → "…😁"');
    // Their second units are equal.
    expect(differingText(`a 🈁${row}`, `a 🨁${row}`)).toBe('"a 🈁…" → "a 🨁…"');
    const [old, now] = differingText(`${text}😀`, `${text}😁${text}`).split(" → ");
    expect(old).toBe('"…control the risks😀"');
    expect(now?.length).toBeLessThanOrEqual(64);
  });
});
