import type { Readable } from "node:stream";
import { visibleLines } from "../../text/visible-lines.ts";
import type { Visible } from "../../text/visible.ts";

/** A line without an end is told in pieces of this many UTF-16 units. */
const longestLine = 16_384;

/** Tells what a handler prints, line by line and safe to print again; the rest when the stream ends. */
export function tellLines(stream: Readable, tell: (line: Visible) => void): void {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (text: string) => {
    rest += text;
    const end = rest.length > longestLine ? rest.length : rest.lastIndexOf("\n") + 1;
    if (end === 0) return;
    for (const line of visibleLines(rest.slice(0, end))) tell(line);
    rest = rest.slice(end);
  });
  stream.on("end", () => {
    if (rest !== "") for (const line of visibleLines(rest)) tell(line);
  });
}
