import { resolve } from "node:path";
import process from "node:process";
import { readTextWithin } from "../files/read-file.ts";
import { secretIn } from "../model/secret.ts";

/**
 * Returns the secret of a reference: `env:NAME` or `@FILE`, without a byte order mark and a final newline.
 * Returns null if the variable is unset or empty, or the file is empty or cannot be read.
 * @param directory directory to which the file is relative
 */
export function readSecretReference(reference: string, directory: string): string | null {
  if (reference.startsWith("env:"))
    return secretIn(process.env[reference.slice("env:".length)] ?? "") || null;
  try {
    return secretIn(readTextWithin(resolve(directory, reference.slice(1)))) || null;
  } catch {
    // The caller names all references without a secret.
    return null;
  }
}
