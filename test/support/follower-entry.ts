/** Follows the receiver of the data directory in argv[2] and prints the seq of each position; ends with the error's code when it is lost. */
import process from "node:process";
import { connectReceiver } from "../../src/engine/control/client.ts";
import { EngineGoneError } from "../../src/engine/errors.ts";
import { findRole } from "../../src/engine/roles/find-role.ts";
import { version } from "../../src/engine/version.ts";
import { sqliteAt } from "./sqlite-at.ts";

const running = await findRole(sqliteAt(process.argv[2] ?? ""), "receiver", version);
if (running === null) throw new Error("no receiver runs there");
try {
  const { signal } = new AbortController();
  for await (const { seq } of connectReceiver(running).updates(signal)) process.stdout.write(`${seq}\n`);
} catch (error) {
  if (!(error instanceof EngineGoneError)) throw error;
  process.stdout.write(`${error.code}\n`);
}
