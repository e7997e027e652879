import type { IPty } from "@lydell/node-pty";

/**
 * Pause after Esc, as of a person. Without it, Esc and the next key are read together, as Alt and that key.
 */
const pauseAfterEscMs = 80;

/** Writes in order, with a pause after a lone Esc. */
export function createTyping(pty: IPty): (bytes: string) => void {
  const waiting: string[] = [];
  let isPausing = false;
  function next(): void {
    isPausing = false;
    for (let bytes = waiting.shift(); bytes !== undefined; bytes = waiting.shift()) {
      pty.write(bytes);
      if (bytes !== "\u001b") continue;
      isPausing = true;
      setTimeout(next, pauseAfterEscMs);
      return;
    }
  }
  return (bytes) => {
    waiting.push(bytes);
    if (!isPausing) next();
  };
}
