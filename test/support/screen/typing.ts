const esc = "\u001b";
/**
 * Report of a terminal that it is ready. It separates Esc from a key that follows at once: without it, a busy program
 * reads both together, as Alt and that key.
 */
const readyReport = `${esc}[0n`;

/** Returns a function that writes to a program as a person types. */
export function createTyping(write: (bytes: string) => void): (bytes: string) => void {
  let isAfterEsc = false;
  return (bytes) => {
    write(isAfterEsc ? readyReport + bytes : bytes);
    isAfterEsc = bytes === esc;
  };
}
