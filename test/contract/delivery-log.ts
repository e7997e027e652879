import { describe } from "vitest";
import type { DeliveryLog, DeliveryReader } from "../../src/store/delivery-log.ts";
import { appendContract } from "./delivery-log-append.ts";
import { bodiesContract } from "./delivery-log-bodies.ts";
import { crashContract } from "./delivery-log-crash.ts";
import { duplicatesContract, manyDuplicatesContract } from "./delivery-log-duplicates.ts";
import { eventsContract, localEventsContract } from "./delivery-log-events.ts";
import { insertContract, localInsertContract } from "./delivery-log-insert.ts";
import { interruptContract, localInterruptContract } from "./delivery-log-interrupt.ts";
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
  /** Returns the value of `--store` of a data directory, for processes that are killed. */
  storeOf(dataDir: string): Promise<string>;
  /** Returns the directory with the databases of a log. */
  tablesIn(dataDir: string): string;
}

/**
 * Tests of a log that belongs to one data directory. A log on other machines has the seqs of its stream, is written by
 * many processes at once, and learns later which of them have ended.
 */
export function localLogContract(name: string, kind: LogKind): void {
  describe(`${name}: delivery log of one data directory`, () => {
    localEventsContract(kind);
    localInsertContract(kind);
    localInterruptContract(kind);
    manyDuplicatesContract(kind);
  });
}

/** Tests of every DeliveryLog. */
export function deliveryLogContract(name: string, kind: LogKind): void {
  describe(`${name}: delivery log`, () => {
    appendContract(kind);
    bodiesContract(kind);
    duplicatesContract(kind);
    eventsContract(kind);
    originalContract(kind);
    pageContract(kind);
    tailContract(kind);
    pruneContract(kind);
    rejectedContract(kind);
    readerContract(kind);
    insertContract(kind);
    interruptContract(kind);
    queriesContract(kind);
    relatedContract(kind);
    crashContract(kind);
  });
}
