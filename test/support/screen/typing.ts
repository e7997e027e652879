import type { IPty } from "@lydell/node-pty";

/** The pause people make after Esc. Without it, Esc and the next key are one read, which is Alt with that key. */
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
