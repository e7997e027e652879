import { hostileText } from "../hostile-text.ts";
import { type Random, seededRandom } from "../random.ts";
import { toJson, toYaml, validPolicy } from "./valid-policy.ts";

const sources = [toYaml(validPolicy()), toJson(validPolicy()), JSON.stringify(validPolicy())];

/** Characters and texts with a meaning in YAML or JSON, and some without one. */
const pieces = [
  ..."{}[],:-?|>&*!%@#'\"\\`~<\t\n\r \u0000\uFEFF\u2028Λ🦉",
  "---\n",
  "...\n",
  "<<: ",
  "&a ",
  "*a ",
  "!!str ",
  "!!python/object ",
  "__proto__: ",
  '"__proto__": ',
  "- - - ",
  "? ",
  ": ",
  "\\u0000",
  "\\ud83e",
  "\\x",
  ".inf",
  "1e400",
  "null",
  "{a: &b [*b]}",
  "| \n",
  ">+9\n",
  "'''",
  '"""',
  "[[[[",
  "{{{{",
] as const;

function between(random: Random, text: string): readonly [start: number, end: number] {
  const start = random.below(text.length + 1);
  return [start, Math.min(text.length, start + random.below(random.below(4) === 0 ? text.length + 1 : 40))];
}

function mutated(random: Random, text: string): string {
  const [start, end] = between(random, text);
  const [before, part, behind] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  switch (random.below(9)) {
    case 0: // cut out
      return before + behind;
    case 1: // cut off
      return before;
    case 2: // repeated
      return before + part.repeat(1 + random.below(20)) + behind;
    case 3: // nested
      return (
        before +
        random.pick(["[", "{", "- ", '{"a":', "{a: ", "  "]).repeat(random.below(300)) +
        part +
        behind
      );
    case 4: // one unit flipped
      return (
        before + String.fromCharCode(part.charCodeAt(0) ^ (1 << random.below(16))) + text.slice(start + 1)
      );
    case 5: // moved
      return behind + before + part;
    case 6:
      return before + hostileText(random, 20) + behind;
    case 7: // a piece, many times
      return (
        before + random.pick(pieces).repeat(1 + random.below(random.below(10) === 0 ? 3_000 : 3)) + behind
      );
    default:
      return before + random.pick(pieces) + behind;
  }
}

/**
 * Creates a text like a policy with one to four mutations, at most about 100,000 characters. The same seed
 * gives the same text.
 */
export function mutatedPolicyText(seed: number): string {
  const random = seededRandom(seed);
  let text = random.pick(sources);
  for (let rounds = 1 + random.below(4); rounds > 0; rounds--) text = mutated(random, text).slice(0, 100_000);
  return text;
}
