import { resolve } from "node:path";
import process from "node:process";
import { readTextWithin } from "../files/read-file.ts";

/**
 * Returns the secret of a reference: `env:NAME`, or `@FILE` for the content of a file without a final newline.
 * Returns null if the variable is unset or empty, or the file is empty or cannot be read.
 * @param directory directory to which the file is relative
 */
export function readSecretReference(reference: string, directory: string): string | null {
  if (reference.startsWith("env:")) return process.env[reference.slice("env:".length)] || null;
  try {
    return readTextWithin(resolve(directory, reference.slice(1))).replace(/\r?\n$/, "") || null;
  } catch {
    // The caller names all references without a secret.
    return null;
  }
}
