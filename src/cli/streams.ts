import type { Readable, Writable } from "node:stream";

/** Standard streams of a command. `isTTY` and `columns` are set by Node if a stream is a terminal. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

/** Returns true if a question can be asked: stdin and stderr are terminals. */
export function canAsk({ stdin, stderr }: Streams): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}
