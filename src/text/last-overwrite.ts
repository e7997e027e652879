/**
 * Returns the final text of a line on a terminal: everything after the last carriage return that text follows.
 */
export function lastOverwrite(line: string): string {
  let end = line.length;
  while (line[end - 1] === "\r") end -= 1;
  const written = line.slice(0, end);
  return written.slice(written.lastIndexOf("\r") + 1);
}
