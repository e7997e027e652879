import process from "node:process";
import { visible } from "../text/visible.ts";

/** One line on stderr, whatever is in it made visible. */
export function say(line: string): void {
  process.stderr.write(`${visible(line)}\n`);
}

/** An error as one line on stderr: `error: WHAT (WHY). HINT`. */
export function sayError(error: unknown): void {
  say(`error: ${error instanceof Error ? error.message : String(error)}`);
}
