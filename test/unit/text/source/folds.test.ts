import { describe, expect, it } from "vitest";
import { foldsByIndent } from "../../../../src/text/source/folds.ts";

/** Returns the first and last line of each fold, from 0. */
function folded(text: string, continued: readonly number[] = []): readonly string[] {
  const { ends } = foldsByIndent(text.split("\n"), (line) => continued.includes(line));
  return ends.flatMap((end, line) => (end > line ? [`${line}-${end}`] : []));
}

describe("the folds of a text", () => {
  it("are its sections, by indentation", () => {
    expect(folded("a:\n  b: 1\n  c:\n    d: 2\ne: 3")).toEqual(["0-3", "2-3"]);
  });

  it("have the items of a list below its key, also at the column of the key", () => {
    expect(folded("a:\n- b: 1\n  c: 2\n- d: 3\ne: 4")).toEqual(["0-3", "1-2"]);
    expect(folded("a:\n  - b: 1\n    c: 2\n  - d: 3")).toEqual(["0-3", "1-2"]);
  });

  it("have blank lines below the section above, and comments with what follows", () => {
    expect(folded("a:\n  b: 1\n\n\n# of c\n\nc:\n  d: 2\n\n")).toEqual(["0-3", "6-7"]);
    const { parents } = foldsByIndent(
      "a:\n  - b: 1\n    c: 2\n\n  # of d\n  - d: 3".split("\n"),
      () => false,
    );
    expect(parents).toEqual([-1, 0, 1, 1, 0, 0]);
  });

  it("have the closing bracket of JSON with its opening one", () => {
    expect(folded('{\n  "a": [\n    1\n  ],\n  "b": 2\n}')).toEqual(["0-5", "1-3"]);
  });

  it("keep the lines of a text on several lines together, whatever their indentation", () => {
    expect(folded('a:\n  b: "x\ny\n  z"\nc: 1', [2, 3])).toEqual(["0-3", "1-3"]);
  });

  it("are none in a text without sections", () => {
    expect(folded("")).toEqual([]);
    expect(folded("a: 1\nb: 2\n")).toEqual([]);
  });
});
