import { mkdir, mkdtemp, opendir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { curlCommand } from "../../exports/curl.ts";
import type { DeliveryDetail } from "../../model/delivery.ts";
import { alreadyExists, notWritten } from "./not-written.ts";

/**
 * Writes a shell script with a curl command for each delivery, and its body in a file beside it. They appear
 * in their directory when all are written.
 * @throws {FileNotWrittenError} the directory is not empty and `force` is not set, or it cannot be written
 */
export async function writeScripts(
  directory: string,
  deliveries: AsyncIterable<DeliveryDetail>,
  { force }: { readonly force: boolean },
): Promise<void> {
  const attempt = async <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((cause: unknown) => {
      throw notWritten(directory, cause);
    });
  if (!force && (await attempt(() => namesIn(directory))).length > 0) throw alreadyExists(directory);
  await attempt(() => mkdir(dirname(directory), { recursive: true, mode: 0o700 }));
  const partial = await attempt(() => mkdtemp(`${directory}.partial-`));
  try {
    for await (const delivery of deliveries) await attempt(() => writeScript(partial, delivery));
    await attempt(() => moveFiles(partial, directory));
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** Returns the names in a directory; none if it does not exist. */
async function namesIn(directory: string): Promise<readonly string[]> {
  return readdir(directory).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
}

async function writeScript(directory: string, delivery: DeliveryDetail): Promise<void> {
  const name = String(delivery.seq).padStart(8, "0");
  if (delivery.body.length > 0) {
    await writeFile(join(directory, `${name}.body`), delivery.body, { mode: 0o600 });
  }
  await writeFile(join(directory, `${name}.sh`), scriptOf(delivery, `${name}.body`), { mode: 0o700 });
}

/** Moves the files of a directory into another one, and replaces those of the same name. */
async function moveFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for await (const { name } of await opendir(from)) await rename(join(from, name), join(to, name));
}

/** Returns a script that sends a delivery to the URL in its first argument, else to the original one. */
function scriptOf(delivery: DeliveryDetail, bodyName: string): string {
  const command = curlCommand(delivery, { bodyFile: `"$(dirname "$0")/${bodyName}"`, urlFromArgument: true });
  return `#!/bin/sh\n# Delivery ${delivery.seq}, received ${delivery.receivedAt}\n${command}\n`;
}
