import { statSync } from "node:fs";
import { StoreUnwritableError } from "../../store/errors.ts";
import type { DeliveryReader } from "../../store/ports.ts";
import { openDeliveryReader } from "../../store/sqlite/delivery-reader.ts";

/**
 * The log of a data directory, to read. One that is not there yet is an empty log; a path that can never be one is an error, since
 * "no deliveries" would send a person looking in the wrong place.
 * @throws {StoreUnwritableError}
 */
export async function openLog(dataDir: string): Promise<DeliveryReader> {
  const why = problemOf(dataDir);
  if (why !== null) {
    throw new StoreUnwritableError({
      what: `${dataDir} cannot be used as the data directory`,
      why,
      hint: "Choose another with --data-dir",
    });
  }
  return openDeliveryReader(dataDir);
}

/** Null for a directory, and for a path where nothing is yet. */
function problemOf(dataDir: string): string | null {
  try {
    return statSync(dataDir).isDirectory() ? null : "it is a file";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    // Not `throwIfNoEntry`: that also keeps silent about a file where a directory above should be.
    return code === "ENOENT" ? null : code;
  }
}
