import { describe } from "vitest";
import type { DeliveryLog, DeliveryReader } from "../../src/store/delivery-log.ts";
import { appendContract } from "./delivery-log-append.ts";
import { bodiesContract } from "./delivery-log-bodies.ts";
import { crashContract } from "./delivery-log-crash.ts";
import { duplicatesContract } from "./delivery-log-duplicates.ts";
import { pageContract } from "./delivery-log-pages.ts";
import { pruneContract } from "./delivery-log-prune.ts";
import { readerContract } from "./delivery-log-reader.ts";
import { rejectedContract } from "./delivery-log-rejected.ts";
import { tailContract } from "./delivery-log-tail.ts";

/** A kind of log: how it is opened on a data directory, in this process and in one that will be killed. */
export interface LogKind {
  open(dataDir: string): Promise<DeliveryLog>;
  openReader(dataDir: string): Promise<DeliveryReader>;
  /** A program that opens the log of the directory in its first argument and calls `appendForever` on it. */
  readonly appender: string;
}

/** What every DeliveryLog must do, whatever it keeps its rows in. */
export function deliveryLogContract(name: string, kind: LogKind): void {
  describe(`${name} as a log of deliveries`, () => {
    appendContract(kind);
    bodiesContract(kind);
    duplicatesContract(kind);
    pageContract(kind);
    tailContract(kind);
    pruneContract(kind);
    rejectedContract(kind);
    readerContract(kind);
    crashContract(kind);
  });
}
