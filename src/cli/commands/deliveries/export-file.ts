import { once } from "node:events";
import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { FileNotWrittenError } from "../../errors.ts";

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
  if (!force && existsSync(path)) throw exists(path);
  const partial = `${path}.partial`;
  const stream = createWriteStream(partial, { mode: 0o600 });
  const failed = new Promise<never>((_, reject) => {
    stream.on("error", (cause) => reject(notWritten(path, cause)));
  });
  // It is awaited only where something is written.
  failed.catch(() => undefined);
  await Promise.race([once(stream, "open"), failed]);
  return {
    async write(text) {
      if (!stream.write(text)) await Promise.race([once(stream, "drain"), failed]);
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

/** Creates the error of an export that would replace a file. */
export function exists(path: string): Error {
  return new FileNotWrittenError({
    what: `${path} was not written`,
    why: "it exists",
    hint: "Choose another name, or add --force to replace it",
  });
}

/** Creates the error of an export that could not be written. */
export function notWritten(path: string, cause: unknown): Error {
  const why = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
  return new FileNotWrittenError({
    what: `${path} was not written`,
    why,
    hint: "Check that its directory exists and can be written",
    cause,
  });
}
