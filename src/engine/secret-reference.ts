import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";

/**
 * Returns the secret of a reference: `env:NAME`, or `@FILE` for the content of a file without a final newline.
 * Returns null if the variable is unset or empty, or the file is empty or cannot be read.
 * @param directory directory to which the file is relative
 */
export function readSecretReference(reference: string, directory: string): string | null {
  if (reference.startsWith("env:")) return process.env[reference.slice("env:".length)] || null;
  try {
    return readFileSync(resolve(directory, reference.slice(1)), "utf8").replace(/\r?\n$/, "") || null;
  } catch {
    // The caller names all references without a secret.
    return null;
  }
}
