import { statSync } from "node:fs";
import { StoreUnwritableError } from "../../store/errors.ts";
import type { DeliveryReader } from "../../store/ports.ts";
import { openDeliveryReader } from "../../store/sqlite/delivery-reader.ts";

/**
 * The log of a data directory, to read. One that is not there yet is an empty log; a path that can never be one is an error, since
 * "no deliveries" would send a person looking in the wrong place.
 * @throws {StoreUnwritableError}
 */
export function openLog(dataDir: string): DeliveryReader {
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new StoreUnwritableError({
      what: `${dataDir} cannot be used as the data directory`,
      why: "it is a file",
      hint: "Choose another with --data-dir",
    });
  }
  return openDeliveryReader(dataDir);
}
