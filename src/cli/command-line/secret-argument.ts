import process from "node:process";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { readTextWithin } from "../../files/read-file.ts";
import { UsageError, errorText } from "../../model/errors.ts";
import { secretIn } from "../../model/secret.ts";
import type { Streams } from "../streams.ts";

/**
 * Returns the secret or token of a flag: the text itself, or for `@FILE` the content of the file without a
 * byte order mark and a final newline.
 * @throws {UsageError} the file is not readable, or empty
 */
export function secretFromArgument(argument: string): string {
  if (!argument.startsWith("@")) return argument;
  const file = argument.slice(1);
  const secret = secretIn(readSecretFile(file));
  if (secret !== "") return secret;
  throw new UsageError({
    what: `the secret file ${file} is empty`,
    hint: "Write the secret to it, or choose another file after the @",
  });
}

function readSecretFile(file: string): string {
  try {
    return readTextWithin(file);
  } catch (cause) {
    throw new UsageError({
      what: `the secret file ${file} cannot be read`,
      why: errorText(cause),
      hint: "Check the path after the @. If the secret itself begins with @, pass it in a file or a variable",
      cause,
    });
  }
}

/**
 * Returns the secret as `secretFromArgument` does. For `-` reads stdin: on a terminal one line, without echo,
 * else everything without a final newline.
 * @throws {UsageError} the file is not readable or empty, or the terminal input ends before a line
 */
export async function secretFromArgumentOrInput(argument: string, streams: Streams): Promise<string> {
  if (argument !== "-") return secretFromArgument(argument);
  return streams.stdin.isTTY === true ? askSecret(streams) : secretIn(await text(streams.stdin));
}

async function askSecret({ stdin, stderr }: Streams): Promise<string> {
  // Loaded on demand: every command imports this file for --token.
  const { createInterface } = await import("node:readline");
  // readline echoes to its output. This one discards everything.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const asking = createInterface({ input: stdin, output: silent, terminal: true });
  // Printed after the terminal stops echoing, so that nothing typed at the prompt is visible.
  stderr.write("Secret: ");
  asking.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    return await new Promise<string>((resolve, reject) => {
      asking.once("line", resolve);
      asking.once("close", () => reject(new UsageError({ what: "no secret was typed" })));
    });
  } finally {
    asking.close();
    stderr.write("\n");
  }
}
