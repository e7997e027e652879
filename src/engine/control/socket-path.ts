import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { ControlSocketError } from "../errors.ts";

/**
 * Maximum length of the path, in bytes: `sun_path` holds 108 bytes on Linux and 104 on macOS, including the
 * final zero; longer paths are truncated without an error.
 */
const maxPathBytes = 100;

/**
 * Returns the path of a receiver's control socket: `receiver.sock` in the data directory or, if that path is
 * too long for a socket, a path in a private directory under the system's temporary directory, which is
 * created.
 * @throws {ControlSocketError} the private directory belongs to another user
 */
export function controlSocketPath(dataDir: string, temporary: string = tmpdir()): string {
  const beside = join(resolve(dataDir), "receiver.sock");
  if (Buffer.byteLength(beside) <= maxPathBytes) return beside;
  const directory = join(temporary, `hooklens-${process.getuid?.() ?? "user"}`);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(directory);
  if (process.getuid !== undefined && uid !== process.getuid()) {
    throw new ControlSocketError({
      what: `no control socket can be created for ${dataDir}`,
      why: `the path is too long for a socket and ${directory} belongs to another user`,
      hint: "Use a shorter data directory with --data-dir",
    });
  }
  chmodSync(directory, 0o700);
  const name = createHash("sha256").update(resolve(dataDir)).digest("hex").slice(0, 24);
  return join(directory, `${name}.sock`);
}
