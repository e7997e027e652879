import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { textLines } from "../../../src/engine/text-lines.ts";
import { seededRandom } from "../../support/random.ts";

/** Reads lines of bytes that arrive in chunks of a size. */
async function linesOf(
  bytes: Uint8Array,
  size: number,
): Promise<readonly (readonly [number, string | null])[]> {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  const lines: (readonly [number, string | null])[] = [];
  for await (const { number, text } of textLines(Readable.from(chunks))) lines.push([number, text]);
  return lines;
}

test.each([
  [
    "a\nb\n",
    [
      [1, "a"],
      [2, "b"],
    ],
  ],
  [
    "a\r\nb",
    [
      [1, "a"],
      [2, "b"],
    ],
  ],
  [
    "a\rb\r",
    [
      [1, "a"],
      [2, "b"],
    ],
  ],
  [
    "\uFEFFa\n\uFEFFb",
    [
      [1, "a"],
      [2, "b"],
    ],
  ],
  ["\n\r\n \t\na", [[4, "a"]]],
  [
    "a\r\r\nb",
    [
      [1, "a"],
      [3, "b"],
    ],
  ],
  ["", []],
  ["ü\u2028ü\n", [[1, "ü\u2028ü"]]],
])("%j has the lines %j", async (text, lines) => {
  for (const size of [1, 2, 3, 100]) expect(await linesOf(Buffer.from(text), size)).toEqual(lines);
});

test("a line that is not UTF-8 or longer than 64 MiB has no text, and those after it have", async () => {
  const long = Buffer.concat([Buffer.alloc(64 * 1_048_576 + 1, "x"), Buffer.from("\nb\n\xffc\nd", "latin1")]);
  expect(await linesOf(long, 1_000_000)).toEqual([
    [1, null],
    [2, "b"],
    [3, null],
    [4, "d"],
  ]);
});

test("texts of any line ends and cuts give the same lines", async () => {
  const random = seededRandom(5);
  for (let round = 0; round < 300; round += 1) {
    const words = Array.from(
      { length: 1 + random.below(8) },
      (_, n) => `{"n":${n},"x":"ü😀${random.below(1e6)}"}`,
    );
    const end = (): string => ["\n", "\r\n", "\r", "\n\n", "\r\n\r\n"][random.below(5)] ?? "";
    const text = words.map((word) => word + end()).join("");
    const cut = random.below(2) === 0 ? text : text.trimEnd();
    const utf16 = Buffer.from(`\uFEFF${cut}`, "utf16le");
    const encoded = [Buffer.from(cut), Buffer.from(`\uFEFF${cut}`), utf16, Buffer.from(utf16).swap16()];
    for (const bytes of encoded) {
      // A chunk of a file holds the whole mark.
      const lines = await linesOf(bytes, 2 + random.below(bytes.length));
      expect(lines.map(([, line]) => line)).toEqual(words);
    }
  }
});
