import { mkdir, mkdtemp, opendir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DeliveryDetail } from "../../model/delivery.ts";
import { alreadyExists, notWritten } from "./not-written.ts";

/**
 * Writes the files of each delivery. The files appear in their directory when all are written.
 * @throws {FileNotWrittenError} the directory is not empty and `force` is not set, or it cannot be written
 */
export async function writeExportDirectory(
  directory: string,
  deliveries: AsyncIterable<DeliveryDetail>,
  write: (directory: string, delivery: DeliveryDetail) => Promise<void>,
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
    for await (const delivery of deliveries) await attempt(() => write(partial, delivery));
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

/** Moves the files of a directory into another one, and replaces those of the same name. */
async function moveFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for await (const { name } of await opendir(from)) await rename(join(from, name), join(to, name));
}
