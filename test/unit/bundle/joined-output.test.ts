import { describe, expect, it } from "vitest";
import Output from "../../../node_modules/ink/build/output.js";
import JoinedOutput from "../../../scripts/bundle/joined-output.ts";
import { hostileText } from "../../support/hostile-text.ts";
import { type Random, seededRandom } from "../../support/random.ts";

type Transform = (text: string, index: number) => string;

/** Calls of an output. */
type Draw = (output: Pick<Output, "write" | "clip" | "unclip">) => void;

const frames = 500;

const codes = [0, 1, 2, 3, 4, 7, 22, 23, 24, 27, 31, 32, 39, 41, 49, "38;5;9", "38;2;1;2;3", "1;31", "0;2"];
const sequences = [
  ...codes.map((code) => `\u001b[${code}m`),
  "\u001b]8;;https://a.example\u0007",
  "\u001b]8;;\u0007",
  "\u001b[31",
];
const words = [
  "abc",
  " ",
  "  ",
  "│",
  "─x",
  "❯ é",
  "漢字",
  "ｱﾞ",
  "각",
  "👍🏿",
  "⚠️",
  "🧑‍💻",
  "e\u0301",
  "\u0301",
  "🇩",
  "🇪",
];
const transforms: readonly Transform[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text, index) => `${index}${text}`,
  (text) => `\u001b[1m\u001b[36m${text}\u001b[39m\u001b[22m`,
  (text) => `${text}\nq`,
];

function randomText(random: Random): string {
  const part = () => {
    const kind = random.next();
    if (kind < 0.35) return random.pick(sequences);
    return kind < 0.95 ? random.pick(words) : hostileText(random, 5);
  };
  return Array.from({ length: random.below(9) }, part).join("");
}

function randomDraw(random: Random): Draw {
  const draws: Draw[] = [];
  const isTidy = random.next() < 0.5;
  for (let left = random.below(8); left >= 0; left--) {
    const kind = random.next();
    const edges = (limit: number) => {
      const first = random.below(limit) - 1;
      return random.next() < 0.2 ? [undefined, undefined] : [first, first + random.below(limit)];
    };
    if (kind < 0.1) {
      const [x1, x2] = edges(40);
      const [y1, y2] = edges(5);
      draws.push((output) => output.clip({ x1, x2, y1, y2 }));
    } else if (kind < 0.2) draws.push((output) => output.unclip());
    else {
      const lines = Array.from({ length: 1 + random.below(3) }, () => randomText(random));
      const x = isTidy ? 10 * random.below(4) : random.below(44) - 3;
      const y = random.below(6) - 1;
      const transformers = Array.from({ length: random.below(3) }, () => random.pick(transforms));
      draws.push((output) => output.write(x, y, lines.join("\n"), { transformers }));
    }
  }
  return (output) => {
    for (const draw of draws) draw(output);
  };
}

describe("the Output of the bundle", () => {
  it("draws every frame as Ink's Output does", () => {
    const random = seededRandom(20_261_128);
    for (let frame = 0; frame < frames; frame++) {
      const size = { width: random.pick([5, 10, 40]), height: random.below(5) };
      const draw = randomDraw(random);
      const [joined, own] = [new JoinedOutput(size), new Output(size)];
      draw(joined);
      draw(own);
      expect(joined.get(), `frame ${frame}`).toEqual(own.get());
    }
  });

  it("keeps the parts of a text beside one that covers it, and no half of a wide character", () => {
    const drawn = (under: string) => {
      const output = new JoinedOutput({ width: 12, height: 1 });
      output.write(0, 0, `\u001b[32m${under}\u001b[39m`, { transformers: [] });
      output.write(3, 0, "|", { transformers: [] });
      return output.get().output;
    };
    expect(drawn("abcdefgh")).toBe("\u001b[32mabc\u001b[39m|\u001b[32mefgh\u001b[39m");
    expect(drawn("漢漢漢")).toBe("\u001b[32m漢 \u001b[39m|\u001b[32m漢\u001b[39m");
  });
});
