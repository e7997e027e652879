import process from "node:process";
import { createInterface } from "node:readline/promises";
import type { Visible } from "../../text/visible.ts";
import type { Streams } from "../streams.ts";

/**
 * Asks a question on the terminal. Returns true for y or yes in any case; false for anything else and at the
 * end of the input.
 */
export async function confirm({ stdin, stderr }: Streams, question: Visible): Promise<boolean> {
  const asking = createInterface({ input: stdin, output: stderr });
  // readline turns Ctrl+C into an event. The handler sends SIGINT, which ends the command.
  asking.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const closed = new Promise<string>((resolve) => asking.once("close", () => resolve("")));
  try {
    const reply = await Promise.race([asking.question(`${question} [y/N] `), closed]);
    return /^y(es)?$/i.test(reply.trim());
  } finally {
    asking.close();
  }
}
