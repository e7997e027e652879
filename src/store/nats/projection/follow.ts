import { setImmediate as nextTurn } from "node:timers/promises";
import { errorText, type HooklensError, isHooklensError } from "../../../model/errors.ts";
import type { Logger } from "../../../model/logger.ts";
import type { BackgroundEvents, DeliveryLog, LogPosition, Pruned, PruneOptions } from "../../delivery-log.ts";
import { StoreBusyError, StoreClosedError } from "../../errors.ts";
import { createLogTail } from "../../sqlite/deliveries/log-tail.ts";
import { fileLocks } from "../../sqlite/locks.ts";
import type { Lease } from "../../store.ts";
import type { Connection } from "../connect.ts";
import { natsError } from "../nats-error.ts";
import { projectionLock } from "./directory.ts";
import { type FileUpdate, type WatchedFile, watchProjection } from "./projection-file.ts";
import { type ProjectorThread, startProjectorThread } from "./projector-thread.ts";
import type { ProjectorProgress } from "./projector.ts";
import { readSource, type Source } from "./source.ts";

/** Interval of attempts to become the writer, in milliseconds. */
const takeOverEveryMs = 1_000;

export interface FollowOptions {
  /** Value of `--store`. */
  readonly store: string;
  /** Connection that reads the ends of the streams; the caller closes it. */
  readonly connection: Connection;
  readonly dir: string;
  /** Time from which deliveries are wanted, in milliseconds since 1970; null for what the projection has. */
  readonly sinceMs: number | null;
  readonly logger: Logger;
  /** Callbacks of background work, which this process does while it is the writer; null to do none. */
  readonly background: BackgroundEvents | null;
}

/** Projection of a log, which one process of this machine keeps up to date and any number follow. */
export interface Following extends Pick<DeliveryLog, "position" | "tail" | "markDuplicates"> {
  /**
   * Resolves when everything that the log had at the time of the call can be read here.
   * @param onProgress called with the number of deliveries that were copied since the call, of those to copy
   * @throws {StoreUnreachableError | StoreMissingError | StoreDeniedError | StoreFullError | StoreBusyError}
   */
  caughtUp(onProgress?: (done: number, of: number) => void): Promise<void>;
  /** Returns how far this process is with the streams; nulls if another process is the writer. */
  progress(): { readonly lag: number | null; readonly catchUp: ProjectorProgress["catchUp"] };
  /** @throws {StoreBusyError} another process is the writer */
  prune: DeliveryLog["prune"];
  startBackground(events: BackgroundEvents): void;
  close(): Promise<void>;
}

interface Waiter {
  readonly source: Source;
  readonly onProgress: (done: number, of: number) => void;
  readonly done: PromiseWithResolvers<void>;
  /** Position at which the progress starts; null until one is known. */
  fromSeq: number | null;
}

/**
 * Follows a log: this process writes the projection if no other does, and else reads what the other one writes until
 * that ends.
 */
export function follow(options: FollowOptions): Following {
  const { connection, dir, sinceMs, logger } = options;
  const locks = fileLocks(dir);
  const waiters = new Set<Waiter>();
  const tail = createLogTail({ seq: 0, revision: 0 });
  let { background } = options;
  let latest: (FileUpdate & Partial<ProjectorProgress>) | null = null;
  let failure: Error | null = null;
  let lease: Lease | null = null;
  let thread: ProjectorThread | null = null;
  let watched: WatchedFile | null = null;
  let isClosed = false;
  let nextSource: Promise<Source> | null = null;

  /** Reads the ends of the streams once for all reads that this turn of the event loop asks for. */
  function currentSource(): Promise<Source> {
    nextSource ??= nextTurn().then(() => {
      nextSource = null;
      return readSource(connection);
    });
    return nextSource;
  }

  function take(update: FileUpdate & Partial<ProjectorProgress>): void {
    const isNew = update.log.revision !== latest?.log.revision;
    latest = update;
    if (isNew) tail.notify(update.log);
    for (const waiter of waiters) check(waiter);
  }

  function check(waiter: Waiter): void {
    const { source, onProgress, done } = waiter;
    if (latest === null || latest.projected.stream !== source.stream) return;
    const { seq, event } = latest.projected;
    const isOld =
      sinceMs !== null && sinceMs < latest.projected.sinceMs && isBefore(source, latest.projected.sinceMs);
    if (isOld) {
      if (thread === null) done.reject(otherWriter("older deliveries cannot be copied"));
      return;
    }
    waiter.fromSeq ??= seq;
    const of = source.seq - waiter.fromSeq;
    if (of > 0) onProgress(Math.min(seq - waiter.fromSeq, of), of);
    if (seq >= source.seq && event >= source.event) done.resolve();
  }

  function fail(error: Error | null): void {
    if (error === null) {
      if (failure !== null) logger.info("deliveries are copied from the store again");
      failure = null;
      return;
    }
    if (failure?.message !== error.message)
      logger.warn(`deliveries are not copied from the store: ${errorText(error)}`);
    failure = error;
    for (const { done } of waiters)
      done.reject(isHooklensError(error) ? error : natsError(error, connection.address));
  }

  /** Becomes the writer if there is none, and follows the writer's file otherwise. */
  async function takeOver(): Promise<void> {
    if (lease !== null) return;
    lease = await locks.take(projectionLock);
    if (lease === null || isClosed) {
      if (!isClosed) watched ??= watchProjection(dir, take);
      return;
    }
    watched?.close();
    watched = null;
    thread = startProjectorThread({
      store: options.store,
      dir,
      sinceMs,
      logger,
      background,
      onUpdate: take,
      onFailure: fail,
      onEnd() {
        thread = null;
        void release();
      },
    });
  }

  async function release(): Promise<void> {
    const held = lease;
    lease = null;
    await held?.release();
  }

  let taking = takeOver().catch(fail);
  const timer = setInterval(() => {
    taking = taking.then(takeOver).catch(fail);
  }, takeOverEveryMs);
  timer.unref();

  async function work<T>(what: string, run: (writer: ProjectorThread) => Promise<T>): Promise<T> {
    await taking;
    if (thread === null) throw otherWriter(what);
    return run(thread);
  }

  return {
    position: (): LogPosition => latest?.log ?? { seq: 0, revision: 0 },
    tail: tail.follow,
    async caughtUp(onProgress = () => undefined) {
      const source = await currentSource();
      await taking;
      if (isClosed) throw new StoreClosedError({ what: "the store is closed", hint: "Open it again" });
      const waiter: Waiter = { source, onProgress, done: Promise.withResolvers(), fromSeq: null };
      waiters.add(waiter);
      check(waiter);
      try {
        await waiter.done.promise;
      } finally {
        waiters.delete(waiter);
      }
    },
    progress: () => ({ lag: latest?.lag ?? null, catchUp: latest?.catchUp ?? null }),
    markDuplicates: (duplicates) =>
      work("duplicates cannot be marked", async (writer) => {
        await writer.work({ kind: "mark", duplicates });
      }),
    prune: (policy, { dryRun = false, signal }: PruneOptions = {}) =>
      work("deliveries cannot be removed", async (writer) => {
        // Both sides are of one build.
        return (await writer.work({ kind: "prune", policy, dryRun }, signal)) as Pruned;
      }),
    startBackground(events) {
      background = events;
      thread?.startBackground(events);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(timer);
      for (const { done } of waiters) {
        done.reject(new StoreClosedError({ what: "the store was closed", hint: "Open it again" }));
      }
      await taking;
      watched?.close();
      await thread?.close();
      await release();
      tail.close();
    },
  };
}

function isBefore({ firstAtMs }: Source, atMs: number): boolean {
  return firstAtMs !== null && firstAtMs < atMs;
}

function otherWriter(what: string): HooklensError {
  return new StoreBusyError({
    what,
    why: "another hooklens of this data directory copies the deliveries of the store",
    hint: "End it, or choose another directory with --data-dir",
  });
}
