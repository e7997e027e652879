import { hostileText } from "./hostile-text.ts";
import type { Random } from "./random.ts";

const keys = ["event", "scope", "a", "", "__proto__", "constructor", "日本"] as const;

/** Any value `JSON.parse` can give, at most `depth` levels deep; `__proto__` may be an own key. */
export function randomJson(random: Random, depth: number): unknown {
  switch (random.below(depth > 0 ? 8 : 6)) {
    case 0:
      return null;
    case 1:
      return random.next() < 0.5;
    case 2:
      return random.below(1000) - 500;
    case 3:
      return random.next() * 1e12;
    case 4:
      return "";
    case 5:
      return hostileText(random, 8);
    case 6:
      return Array.from({ length: random.below(4) }, () => randomJson(random, depth - 1));
    default: {
      const entries = Array.from({ length: random.below(4) }, () => [
        random.pick(keys),
        randomJson(random, depth - 1),
      ]);
      // fromEntries defines own properties, as JSON.parse does: assignment would set the prototype.
      return Object.fromEntries(entries);
    }
  }
}
