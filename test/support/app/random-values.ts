import { type TextField, textField } from "../../../src/tui/text-field.ts";
import type { Random } from "../random.ts";

/** Random values of a state, and its random texts. */
export type RandomValues = ReturnType<typeof randomValues>;

/** @param text returns a text of up to a length */
export function randomValues(random: Random, text: (length?: number) => string) {
  const coin = () => random.next() < 0.5;
  return {
    random,
    text,
    coin,
    maybe: <T>(value: T): T | null => (random.next() < 0.3 ? null : value),
    many: <T>(most: number, make: (index: number) => T) =>
      Array.from({ length: random.below(most + 1) }, (_, index) => make(index)),
    field(): TextField {
      const whole = textField(text(120));
      return { ...whole, caret: coin() ? whole.caret : 0 };
    },
  };
}
