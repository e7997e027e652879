/** Terminal state to restore: private modes that differ from the start, and pushed kitty keyboard flags. */
export interface ModeLedger {
  /** Records the modes that output sets. Each sequence must be complete within one write. */
  note(output: string): void;
  /** Returns the output that restores all tracked state, or an empty text. */
  undo(): string;
}

/**
 * Modes that outlive the program: alternate screens, mouse reports, focus reports, bracketed paste,
 * synchronized output. The cursor and line wrap are on at the start and are restored by switching them on.
 */
const alternateScreens = [1049, 1047, 47];
const others = [2026, 1006, 1015, 1003, 1002, 1000, 1004, 2004];
const cursor = 25;
const wrapping = 7;
const onAtStart: ReadonlySet<number> = new Set([cursor, wrapping]);
const watched: ReadonlySet<number> = new Set([...alternateScreens, ...others, ...onAtStart]);

const esc = "\u001b";
// Written as a name, because lint rejects control characters in regular expressions.
const modeSequence = new RegExp(`${esc}\\[(?:\\?([\\d;]+)([hl])|([<>])(\\d*)u)`, "gu");

/**
 * Creates the ledger of modes set by Ink (alternate screen, cursor) and by this program (paste, mouse). The caller
 * must pass the result of `undo` to `note`, to restore nothing twice: leaving the alternate screen again would move
 * the cursor back over later output.
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
      // Each screen has its own keyboard flags, popped before leaving the alternate screen.
      const keyboard = keyboardFlags > 0 ? `${esc}[<${keyboardFlags}u` : "";
      const back = (mode: number) => (on.has(mode) ? `${esc}[?${mode}h` : "");
      return `${off(others)}${back(wrapping)}${keyboard}${esc}[0m${off(alternateScreens)}${back(cursor)}`;
    },
  };
}
