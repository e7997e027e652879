import { visible } from "../src/text/visible.ts";
import { type BenchResult, compareRounds, report } from "./result.ts";

const escape = String.fromCodePoint(0x1b);
const override = String.fromCodePoint(0x202e);

const inputs = {
  "clean ASCII": '{"scope": "repo.content"}, '.repeat(40_000),
  "clean Cyrillic, Han and kana": "Данные 日本語 テスト ".repeat(40_000),
  hostile: `GET /${escape}[2J${override}txt ${"e\u0301".repeat(3)} `.repeat(40_000),
};

const rounds = 7;

/** Returns millions of characters per second (MB/s for text of one byte per character) in at least 20 ms. */
function speed(text: string, read: (text: string) => number): number {
  const startedMs = performance.now();
  let taken = 0;
  let elapsedMs = 0;
  while (elapsedMs < 20) {
    taken += text.length;
    if (read(text) < 0) throw new Error("a length is not negative");
    elapsedMs = performance.now() - startedMs;
  }
  return taken / elapsedMs / 1e3;
}

function compare(name: keyof typeof inputs, least: number): BenchResult {
  const text = inputs[name];
  return compareRounds({
    what: `visible, ${name}`,
    unit: "MB/s",
    pairs: Array.from({ length: rounds }, () => ({
      limit: speed(text, (text) => JSON.stringify(text).length),
      value: speed(text, (text) => visible(text).length),
    })),
    peer: "JSON.stringify, which looks for controls too",
    aim: { least },
  });
}

export const question =
  "How fast is untrusted text made safe to draw, compared with JSON.stringify of the same text?";

/**
 * Compares `visible` with JSON.stringify, the engine's own pass over the same text that looks for controls.
 */
export async function run(): Promise<readonly BenchResult[]> {
  return [compare("clean ASCII", 2), compare("clean Cyrillic, Han and kana", 0.3), compare("hostile", 0.05)];
}

if (import.meta.main) report(await run());
