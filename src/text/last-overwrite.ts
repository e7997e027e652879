/**
 * Returns what a terminal shows of a line in the end: the text after its last carriage return. One at the end, which
 * nothing follows, overwrites nothing.
 */
export function lastOverwrite(line: string): string {
  let end = line.length;
  while (line[end - 1] === "\r") end -= 1;
  const written = line.slice(0, end);
  return written.slice(written.lastIndexOf("\r") + 1);
}
