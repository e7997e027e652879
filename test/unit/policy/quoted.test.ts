import { describe, expect, it } from "vitest";
import { quoted } from "../../../src/policy/quoted.ts";

describe("quoted", () => {
  it.each([
    ["text", '"text"'],
    ["", '""'],
    ['a "b"\n', '"a \\"b\\"\\n"'],
    [12.5, "12.5"],
    [true, "true"],
    [null, "null"],
    [["a"], "a list"],
    [{ a: 1 }, "an object"],
    ["x".repeat(60), `"${"x".repeat(60)}"`],
    ["x".repeat(61), `"${"x".repeat(59)}…"`],
    ["😀".repeat(60), `"${"😀".repeat(60)}"`],
    ["😀".repeat(61), `"${"😀".repeat(59)}…"`],
  ])("of %j is %s", (value, expected) => {
    expect(quoted(value)).toBe(expected);
  });

  it("does not make more of a long text than it shows", () => {
    expect(quoted("\u0000".repeat(5_000_000)).length).toBeLessThan(400);
  });
});
