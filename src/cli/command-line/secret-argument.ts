import { readFileSync } from "node:fs";
import process from "node:process";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { UsageError } from "../../model/errors.ts";

/**
 * The value of a flag that takes a secret or a token: the text itself, or with `@FILE` the file's content without its last line end.
 * @throws {UsageError} the file cannot be read, or is empty
 */
export function secretFromArgument(argument: string): string {
  if (!argument.startsWith("@")) return argument;
  const file = argument.slice(1);
  const secret = withoutLineEnd(readSecretFile(file));
  if (secret !== "") return secret;
  throw new UsageError({
    what: `the secret file ${file} is empty`,
    hint: "Write the secret into it, or name another behind the @",
  });
}

function readSecretFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new UsageError({
      what: `the secret file ${file} cannot be read`,
      why: cause instanceof Error ? cause.message : String(cause),
      hint: "Check the path behind the @; a text that begins with @ can be given in a file or by the variable",
      cause,
    });
  }
}

/** As `secretFromArgument`; `-` reads standard input, from a terminal one line that is not echoed. */
export async function secretFromArgumentOrInput(argument: string): Promise<string> {
  if (argument !== "-") return secretFromArgument(argument);
  return process.stdin.isTTY ? askSecret() : withoutLineEnd(await text(process.stdin));
}

function withoutLineEnd(content: string): string {
  return content.replace(/\r?\n$/, "");
}

async function askSecret(): Promise<string> {
  // Only here: each command that takes a token loads this file.
  const { createInterface } = await import("node:readline");
  // readline echoes to its output: this one swallows it.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const asking = createInterface({ input: process.stdin, output: silent, terminal: true });
  // Only now, when the terminal itself no longer echoes: what is typed at the sight of it must not be seen.
  process.stderr.write("Secret: ");
  asking.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    return await new Promise<string>((resolve, reject) => {
      asking.once("line", resolve);
      asking.once("close", () => reject(new UsageError({ what: "no secret was typed" })));
    });
  } finally {
    asking.close();
    process.stderr.write("\n");
  }
}
