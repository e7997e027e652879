import { NgrokMissingError } from "./errors.ts";
import type { NgrokSdk } from "./ngrok-sdk.ts";

/**
 * Loads ngrok's SDK, which is native and optional: an installation may be without it, and it costs nothing until it is used.
 * @throws {NgrokMissingError}
 */
export async function loadNgrokSdk(): Promise<NgrokSdk> {
  try {
    return await import("@ngrok/ngrok");
  } catch (error) {
    throw new NgrokMissingError(missingReason(error), error);
  }
}

/** The package is not there, or it has no part for this platform. */
function missingReason(error: unknown): string {
  const message = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  const isAbsent = /['"]@ngrok\/ngrok['"]/.test(message);
  return isAbsent ? "the optional package @ngrok/ngrok is not there" : message;
}
