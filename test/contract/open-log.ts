import { onTestFinished } from "vitest";
import type { DeliveryLog } from "../../src/store/delivery-log.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import type { LogKind } from "./delivery-log.ts";

/** Opens a log that is closed with the test, in a directory of its own unless one is given. */
export async function openLog(kind: LogKind, dataDir: string = freshDataDir()): Promise<DeliveryLog> {
  const log = await kind.open(dataDir);
  onTestFinished(() => log.close());
  return log;
}
