/** What the terminal was told and has to be taken back: private modes that are on, and kitty keyboard flags pushed. */
export interface ModeLedger {
  /** Reads output on its way to the terminal. Sequences are taken as whole within one write, as everyone here writes them. */
  note(output: string): void;
  /** The output that takes back everything still on; empty when there is nothing. */
  undo(): string;
}

/**
 * Modes that outlive the program when they are left on: alternate screens, mouse reports, focus reports, bracketed paste,
 * synchronized output. The cursor and the wrapping of long lines are on at the start, and given back by switching them on.
 */
const alternateScreens = [1049, 1047, 47];
const others = [2026, 1006, 1015, 1003, 1002, 1000, 1004, 2004];
const cursor = 25;
const wrapping = 7;
const onAtStart: ReadonlySet<number> = new Set([cursor, wrapping]);
const watched: ReadonlySet<number> = new Set([...alternateScreens, ...others, ...onAtStart]);

const esc = "\u001b";
// The escape character is put in by name, as regular expressions with control characters are taken for mistakes.
const modeSequence = new RegExp(`${esc}\\[(?:\\?([\\d;]+)([hl])|([<>])(\\d*)u)`, "gu");

/**
 * Keeps account of modes, whoever switches them: Ink its alternate screen and cursor, we the paste and the mouse.
 * Leaving the alternate screen a second time would put the cursor back to where it was before the first, over what has been
 * printed since, so what is already given back is not given back again.
 */
export function createModeLedger(): ModeLedger {
  const on = new Set<number>();
  let keyboardFlags = 0;

  return {
    note(output) {
      if (!output.includes(`${esc}[?`) && !output.includes(`${esc}[<`) && !output.includes(`${esc}[>`))
        return;
      for (const [, modes, final, keyboard, count] of output.matchAll(modeSequence)) {
        if (keyboard === ">") keyboardFlags += 1;
        if (keyboard === "<") keyboardFlags = Math.max(0, keyboardFlags - Number(count || 1));
        for (const mode of (modes ?? "").split(";").map(Number)) {
          if (!watched.has(mode)) continue;
          const isDeviation = (final === "h") !== onAtStart.has(mode);
          if (isDeviation) on.add(mode);
          else on.delete(mode);
        }
      }
    },
    undo() {
      if (on.size === 0 && keyboardFlags === 0) return "";
      const off = (modes: readonly number[]) =>
        modes
          .filter((mode) => on.has(mode))
          .map((mode) => `${esc}[?${mode}l`)
          .join("");
      // Each screen has keyboard flags of its own: they are popped before the alternate one is left.
      const keyboard = keyboardFlags > 0 ? `${esc}[<${keyboardFlags}u` : "";
      const back = (mode: number) => (on.has(mode) ? `${esc}[?${mode}h` : "");
      return `${off(others)}${back(wrapping)}${keyboard}${esc}[0m${off(alternateScreens)}${back(cursor)}`;
    },
  };
}
