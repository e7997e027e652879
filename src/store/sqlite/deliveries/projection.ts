import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { interruptedReason, type NewDelivery } from "../../../model/delivery.ts";
import { isHooklensError } from "../../../model/errors.ts";
import type { Logger } from "../../../model/logger.ts";
import type { UnreadableMessages } from "../../admin.ts";
import type { DeliveryLog } from "../../delivery-log.ts";
import { openWriter } from "../open-writer.ts";
import { listSetAside } from "../set-aside.ts";
import { storeError } from "../sqlite-error.ts";
import { prepareAppend } from "./append-delivery.ts";
import { deliveriesFile } from "./deliveries-file.ts";
import { writableLogOn } from "./delivery-log.ts";
import { makeRoomToStart } from "./disk-space/reserve.ts";
import { isLarge, type LargeBody, packLargeBody } from "./large-bodies.ts";
import { type ProjectedChange, prepareChange } from "./projection-changes.ts";
import { preparePosition, type ProjectionPosition } from "./projection-position.ts";
import { searchFileName } from "./search/search-file.ts";

/** Delivery of a log that is elsewhere, with the number that it has there. */
export interface ProjectedDelivery {
  readonly seq: number;
  /** Instance ID of the receiver that stored it. */
  readonly receiver: string;
  readonly delivery: NewDelivery;
}

/** Change with its number in the stream of changes. */
export interface ProjectedEvent {
  readonly number: number;
  readonly change: ProjectedChange;
}

/** Message that cannot be read. */
export interface UnreadableMessage extends Pick<UnreadableMessages, "stream"> {
  readonly number: number;
}

/** Next part of the streams, in their order. */
export interface ProjectionBatch {
  readonly deliveries: readonly ProjectedDelivery[];
  /** Changes of deliveries of this batch or earlier ones. */
  readonly events: readonly ProjectedEvent[];
  readonly unreadable: readonly UnreadableMessage[];
  /** Position after the batch: not below the numbers of its deliveries and events. */
  readonly position: ProjectionPosition;
}

/** Copy of a log that is elsewhere, in the tables of a log of this machine, whose code reads it. */
export interface Projection {
  /** Log for reading, pruning and background work; nothing else writes to it. */
  readonly log: DeliveryLog;
  /** Returns the position up to which the streams are in the tables. */
  position(): ProjectionPosition;
  /**
   * Adds a batch and its position in one transaction. Deliveries and events that an earlier batch had are skipped:
   * each is added exactly once, even after a crash. Unreadable messages, and messages refused by the tables, are left
   * out and counted.
   */
  apply(batch: ProjectionBatch): Promise<void>;
  hasPending(): boolean;
  /**
   * Marks pending deliveries of receivers that have ended as interrupted, except those that a job forwards. A later
   * outcome replaces the mark.
   * @param alive instance IDs of the receivers that run
   * @param upToSeq highest seq that was projected before `alive` was read
   * @returns the number of marked deliveries
   */
  interrupt(alive: readonly string[], upToSeq: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * Opens the projection of a directory as its only writer. A damaged one, which can be made again, is removed.
 * @throws {StoreUnwritableError | StoreVersionError | StoreFullError}
 */
export async function openProjection(dir: string, logger: Logger): Promise<Projection> {
  makeRoomToStart(dir);
  const open = (): Promise<Projection> =>
    openWriter(dir, deliveriesFile, (db) => projectionOn(db, dir), logger);
  const opened = await open();
  const isPart = opened.position().stream === "" && (await opened.log.lastSeq()) > 0;
  if (!isPart) return opened;
  // Repaired rows have lost their position.
  await opened.close();
  removeProjection(dir);
  return open();
}

/** Removes the tables of a projection, but neither its bookmarks nor its locks. */
export function removeProjection(dir: string): void {
  const files = [deliveriesFile.name, searchFileName].map((name) => join(dir, name));
  for (const path of [...files, ...listSetAside(dir).map((file) => file.path)]) {
    for (const suffix of ["", "-wal", "-shm"]) {
      if (existsSync(path + suffix)) rmSync(path + suffix);
    }
  }
}

function projectionOn(db: DatabaseSync, dir: string): Projection {
  const file = join(dir, deliveriesFile.name);
  const positions = preparePosition(db);
  const { log, commits, counter } = writableLogOn(db, dir);
  const append = prepareAppend(db);
  const addGap = db.prepare("UPDATE log SET removed = removed + ?");
  const addReceiver = db.prepare("INSERT OR REPLACE INTO projected_receivers (seq, receiver) VALUES (?, ?)");
  const makeChange = prepareChange(db);
  const interrupt = db.prepare(
    `UPDATE deliveries SET outcome = 'interrupted', reason = '${interruptedReason}'
       WHERE outcome = 'pending' AND seq <= ?1
       AND (SELECT receiver FROM projected_receivers AS r WHERE r.seq = deliveries.seq) NOT IN (SELECT value FROM json_each(?2))
       AND NOT EXISTS (SELECT 1 FROM jobs WHERE lane = CAST(deliveries.seq AS TEXT) AND state <> 'dead')`,
  );
  const forgetReceivers = db.prepare(
    `DELETE FROM projected_receivers WHERE seq NOT IN
       (SELECT seq FROM deliveries WHERE outcome IN ('pending', 'interrupted'))`,
  );
  const somePending = db.prepare("SELECT 1 FROM deliveries WHERE outcome = 'pending' LIMIT 1");
  const noteUnreadable = db.prepare(
    `INSERT INTO unreadable_messages (stream, messages, last) VALUES (?, 1, ?)
     ON CONFLICT DO UPDATE SET messages = messages + 1, last = max(last, excluded.last)`,
  );
  let position = positions.read();

  function add({ seq, receiver, delivery }: ProjectedDelivery, large: LargeBody | null): void {
    const gap = seq - counter.last() - 1;
    // `removed` counts the seqs without a row.
    if (gap > 0) addGap.run(gap);
    append(seq, delivery, large);
    counter.taken(seq, delivery.outcome);
    if (delivery.outcome === "pending") addReceiver.run(seq, receiver);
  }

  /** Runs the change of a message, and leaves the message out if the tables do not take it. */
  function tryChange(stream: UnreadableMessage["stream"], number: number, change: () => void): void {
    db.exec("SAVEPOINT message");
    try {
      change();
    } catch (error) {
      if (isHooklensError(storeError(error, file))) throw error;
      db.exec("ROLLBACK TO message");
      noteUnreadable.run(stream, number);
    }
    db.exec("RELEASE message");
  }

  const changeAtOnce: typeof tryChange = (_, __, change) => change();

  return {
    log,
    position: () => position,
    async apply({ deliveries, events, unreadable, position: next }) {
      const large = await packedLargeBodies(deliveries);
      const write = (run: typeof tryChange): Promise<void> =>
        commits.add(() => {
          for (const each of deliveries) {
            const { seq } = each;
            if (seq > position.seq) run("deliveries", seq, () => add(each, large.get(seq) ?? null));
          }
          for (const { number, change } of events) {
            if (number > position.event) run("changes", number, () => makeChange(change, counter));
          }
          for (const { stream, number } of unreadable) {
            const known = stream === "deliveries" ? position.seq : position.event;
            if (number > known) noteUnreadable.run(stream, number);
          }
          positions.write(next);
        }, "quick");
      await write(changeAtOnce).catch((error: unknown) => {
        if (isHooklensError(error)) throw error;
        return write(tryChange);
      });
      position = next;
    },
    hasPending: () => somePending.get() !== undefined,
    interrupt: (alive, upToSeq) =>
      commits.add(() => {
        forgetReceivers.run();
        return Number(interrupt.run(upToSeq, JSON.stringify(alive)).changes);
      }, "quick"),
    close: () => log.close(),
  };
}

/** Returns the large bodies of a batch as they are stored, by seq. */
async function packedLargeBodies(
  deliveries: readonly ProjectedDelivery[],
): Promise<ReadonlyMap<number, LargeBody>> {
  const large = deliveries.filter(({ delivery }) => isLarge(delivery));
  return new Map(
    await Promise.all(large.map(async ({ seq, delivery }) => [seq, await packLargeBody(delivery)] as const)),
  );
}
