import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Random } from "./random.ts";

/** Texts that attack a terminal or a reader, each with its purpose. */
export const hostileStrings = z
  .array(z.object({ name: z.string(), text: z.string() }))
  .parse(JSON.parse(readFileSync(new URL("../../fixtures/hostile/strings.json", import.meta.url), "utf8")));

type Range = readonly [first: number, last: number];

/** Ranges of troublesome code points, some harmless ones, and all code points. */
const ranges: readonly Range[] = [
  [0x20, 0x7e],
  [0x61, 0x7a],
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xa0, 0x24f],
  [0x300, 0x36f],
  [0x590, 0x6ff],
  [0x900, 0xdff],
  [0x1000, 0x11ff],
  [0x1780, 0x180f],
  [0x2000, 0x206f],
  [0x20d0, 0x20ff],
  [0x3040, 0x30ff],
  [0x4e00, 0x9fff],
  [0xd800, 0xdfff],
  [0xfe00, 0xfeff],
  [0xff00, 0xffff],
  [0x1f1e6, 0x1f1ff],
  [0x1f300, 0x1faff],
  [0xe0000, 0xe01ef],
  [0x200c, 0x200d],
  [0xfe0f, 0xfe0f],
  [0x1d165, 0x1d182],
  [0, 0x10ffff],
];

/** Up to `length` code points (lone surrogates too), in runs of one block, so that piles, sequences and pairs come about. */
export function hostileText(random: Random, length: number): string {
  let text = "";
  for (let left = random.below(length + 1); left > 0;) {
    const [first, last] = random.pick(ranges);
    for (let run = Math.min(left, 1 + random.below(7)); run > 0; run--, left--) {
      text += String.fromCodePoint(first + random.below(last - first + 1));
    }
  }
  return text;
}
