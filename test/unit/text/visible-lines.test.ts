import { describe, expect, it } from "vitest";
import { visibleLines } from "../../../src/text/visible-lines.ts";
import { visible } from "../../../src/text/visible.ts";
import { hostileStrings } from "../../support/hostile-text.ts";

describe("visibleLines", () => {
  it.each([
    ["splits at LF and CRLF", "a\nb\r\nc", ["a", "b", "c"]],
    ["takes a final line end for the end of a line", "a\nb\n", ["a", "b"]],
    ["keeps empty lines", "a\n\n\nb\n\n", ["a", "", "", "b", ""]],
    ["shows a carriage return that ends no line", "a\rb\r", ["a␍b␍"]],
    ["is one empty line for nothing", "", [""]],
    ["expands tabs to columns of eight", "\ta\tbc\n12345678\tx", ["        a       bc", "12345678        x"]],
    ["counts wide characters before a tab as two", "日本\tx", ["日本    x"]],
    ["counts what a control is shown as", "\u202E\tx", ["⟨202E⟩  x"]],
    ["shows other separators in their line", "a\u2028b\vc", ["a⟨2028⟩b␋c"]],
  ])("%s", (_, text, lines) => {
    expect(visibleLines(text)).toEqual(lines);
  });

  it.each(hostileStrings)("gives safe lines for: $name", ({ text }) => {
    const lines = visibleLines(text);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.map((line) => visible(line))).toEqual(lines);
  });
});
