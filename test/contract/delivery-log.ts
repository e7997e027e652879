import { describe } from "vitest";
import type { DeliveryLog, DeliveryReader } from "../../src/store/delivery-log.ts";
import { appendContract } from "./delivery-log-append.ts";
import { bodiesContract } from "./delivery-log-bodies.ts";
import { crashContract } from "./delivery-log-crash.ts";
import { duplicatesContract } from "./delivery-log-duplicates.ts";
import { insertContract } from "./delivery-log-insert.ts";
import { originalContract } from "./delivery-log-original.ts";
import { pageContract } from "./delivery-log-pages.ts";
import { pruneContract } from "./delivery-log-prune.ts";
import { queriesContract } from "./delivery-log-queries.ts";
import { readerContract } from "./delivery-log-reader.ts";
import { rejectedContract } from "./delivery-log-rejected.ts";
import { relatedContract } from "./delivery-log-related.ts";
import { tailContract } from "./delivery-log-tail.ts";

/** A log to test, by data directory. */
export interface LogKind {
  open(dataDir: string): Promise<DeliveryLog>;
  openReader(dataDir: string): Promise<DeliveryReader>;
  /** Marks all duplicates of a log, as its background work does. */
  markDuplicates(dataDir: string, log: Pick<DeliveryLog, "markDuplicates">): Promise<void>;
  /** Value of `--store`, for processes that are killed. */
  readonly store: string;
}

/** Tests of every DeliveryLog. */
export function deliveryLogContract(name: string, kind: LogKind): void {
  describe(`${name}: delivery log`, () => {
    appendContract(kind);
    bodiesContract(kind);
    duplicatesContract(kind);
    originalContract(kind);
    pageContract(kind);
    tailContract(kind);
    pruneContract(kind);
    rejectedContract(kind);
    readerContract(kind);
    insertContract(kind);
    queriesContract(kind);
    relatedContract(kind);
    crashContract(kind);
  });
}
