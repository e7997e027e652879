import type { IPty } from "@lydell/node-pty";

const esc = "\u001b";
/**
 * Report of a terminal that it is ready. It separates Esc from a key that follows at once: without it, a busy program
 * reads both together, as Alt and that key.
 */
const readyReport = `${esc}[0n`;

/** Writes to a program as a person types. */
export function createTyping(pty: IPty): (bytes: string) => void {
  let isAfterEsc = false;
  return (bytes) => {
    pty.write(isAfterEsc ? readyReport + bytes : bytes);
    isAfterEsc = bytes === esc;
  };
}
