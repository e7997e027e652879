import process from "node:process";
import { visible } from "../text/visible.ts";

/** Prints one line on stderr, with control characters made visible. */
export function say(line: string): void {
  process.stderr.write(`${visible(line)}\n`);
}

/** Prints an error on stderr: `error: WHAT (WHY). HINT`. */
export function sayError(error: unknown): void {
  say(`error: ${error instanceof Error ? error.message : String(error)}`);
}
