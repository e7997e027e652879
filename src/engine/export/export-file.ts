import { once } from "node:events";
import { createWriteStream, type Stats, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { alreadyExists, notWritten } from "./not-written.ts";

/** File of an export. It appears under its name when it is complete. */
export interface ExportFile {
  /** Writes text; resolves when the file accepts more. */
  write(text: string): Promise<void>;
  /** Gives the complete file its name. */
  place(): Promise<void>;
  /** Removes the file if it is not complete. */
  close(): Promise<void>;
}

/**
 * Opens a new file that only this user can read.
 * @throws {FileNotWrittenError} the file exists and `force` is not set, or it cannot be written
 */
export async function openExportFile(
  path: string,
  { force }: { readonly force: boolean },
): Promise<ExportFile> {
  const found = statOf(path);
  if (found?.isDirectory() === true) throw notWritten(path, "it is a directory");
  if (!force && found !== undefined) throw alreadyExists(path);
  const partial = `${path}.partial`;
  const stream = createWriteStream(partial, { mode: 0o600 });
  const failed = new Promise<never>((_, reject) => {
    stream.on("error", (cause) => reject(notWritten(path, cause)));
  });
  // Awaited only before the next write.
  failed.catch(() => undefined);
  await Promise.race([once(stream, "open"), failed]);
  return {
    async write(text) {
      if (stream.errored !== null) throw notWritten(path, stream.errored);
      if (stream.write(text)) return;
      // Not a race with `failed`: a race keeps each of its losers.
      await once(stream, "drain").catch((cause: unknown) => {
        throw notWritten(path, cause);
      });
    },
    async place() {
      const closed = once(stream, "close");
      stream.end();
      await Promise.race([closed, failed]);
      await rename(partial, path).catch((cause: unknown) => {
        throw notWritten(path, cause);
      });
    },
    async close() {
      stream.destroy();
      await rm(partial, { force: true });
    },
  };
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw notWritten(path, cause);
  }
}
