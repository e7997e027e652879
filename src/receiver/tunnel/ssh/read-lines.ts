import type { Readable } from "node:stream";

/** Of a line this much is told, in UTF-16 units: what ssh and servers say to programs is far shorter. */
const longestLine = 8_192;

/**
 * Tells each line of a stream, without its end, empty ones left out. Of one that is longer than 8,192 units only the beginning, as soon as
 * that is there: what never ends would otherwise take all memory.
 */
export function readLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = "";
  /** The beginning of the line was told; the rest of it is dropped. */
  let isTold = false;

  function end(): void {
    if (!isTold && rest !== "") onLine(rest);
    rest = "";
    isTold = false;
  }

  stream.setEncoding("utf8");
  stream.on("data", (text: string) => {
    const [first = "", ...others] = text.split(/[\r\n]/);
    add(first);
    for (const line of others) {
      end();
      add(line);
    }
  });
  stream.on("end", end);

  function add(part: string): void {
    if (isTold) return;
    rest += part;
    if (rest.length < longestLine) return;
    onLine(rest.slice(0, longestLine));
    rest = "";
    isTold = true;
  }
}
