import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { FileNotWrittenError } from "../../engine/errors.ts";
import { placeFile } from "../../files/place-file.ts";
import { failureReason } from "../../policy-files/failure-reason.ts";

/**
 * Writes a file atomically and creates missing directories.
 * @param options.replace true if an existing file is replaced; otherwise it is an error
 * @throws {FileNotWrittenError}
 */
export function writeFile(path: string, text: string, { replace }: { readonly replace: boolean }): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    if (placeFile(path, text, { mode: 0o644, replace })) return;
  } catch (cause) {
    throw new FileNotWrittenError({
      what: `${path} was not written`,
      why: failureReason(cause),
      hint: "Check that its directory is writable",
      cause,
    });
  }
  throw new FileNotWrittenError({
    what: `${path} was not written`,
    why: "it exists",
    hint: "Choose another name, or add --force to replace it",
  });
}
