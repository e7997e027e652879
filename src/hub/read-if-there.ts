import { readFileSync } from "node:fs";
import { TokenFileError } from "./errors.ts";

/**
 * Reads a token file; null if it does not exist.
 * @throws {TokenFileError} it exists but cannot be read
 */
export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new TokenFileError({
      what: `cannot read the token file ${file}`,
      why: String(code ?? error),
      hint: "Make it readable for you, or give the token with HF_TOKEN",
      cause: error,
    });
  }
}
