import { resolve } from "node:path";
import process from "node:process";
import { readTextWithin } from "../files/read-file.ts";
import { secretIn } from "../model/secret.ts";
import { hideSecrets } from "../text/redact.ts";

/**
 * Returns the secret of a reference, and hides it: `env:NAME` or `@FILE`, without a byte order mark and a final newline.
 * Returns null if the variable is unset or empty, or the file is empty or cannot be read.
 * @param directory directory to which the file is relative
 */
export function readSecretReference(reference: string, directory: string): string | null {
  try {
    const secret = reference.startsWith("env:")
      ? secretIn(process.env[reference.slice("env:".length)] ?? "")
      : secretIn(readTextWithin(resolve(directory, reference.slice(1))));
    hideSecrets([secret]);
    return secret || null;
  } catch {
    // The caller names all references without a secret.
    return null;
  }
}
