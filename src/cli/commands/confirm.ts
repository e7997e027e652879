import process from "node:process";
import { createInterface } from "node:readline/promises";
import type { Visible } from "../../text/visible.ts";

/** Asks on the terminal; anything but y or yes, the end of input too, is a no. */
export async function confirm(question: Visible): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl+C reaches a terminal reader as a key and not as a signal; handed on, so that it ends the command as everywhere.
  asking.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const closed = new Promise<string>((resolve) => asking.once("close", () => resolve("")));
  try {
    const answer = await Promise.race([asking.question(`${question} [y/N] `), closed]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    asking.close();
  }
}
