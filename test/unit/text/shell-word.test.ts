import { expect, test } from "vitest";
import { shellLine, splitShellLine } from "../../../src/text/shell-word.ts";

test.each([
  ["python3 train.py", ["python3", "train.py"]],
  [`  sh -c 'echo "$1"  two' `, ["sh", "-c", 'echo "$1"  two']],
  [`a"b c"'d e'f g\\ h`, ["ab cd ef", "g h"]],
  [String.raw`"a\"b\\c\d" ''`, [String.raw`a"b\c\d`, ""]],
  ["", []],
])("splits %j as a shell does", (line, words) => {
  expect(splitShellLine(line)).toEqual(words);
});

test.each(["sh -c 'echo", 'echo "a', "echo \\"])("refuses %j, which has no end", (line) => {
  expect(splitShellLine(line)).toBeNull();
});

test("a joined line is split into the same words", () => {
  const words = ["sh", "-c", `echo 'it''s "$HOME"' \\ \n`, "", "ü"];
  expect(splitShellLine(shellLine(words))).toEqual(words);
});
