import { setTimeout as pause } from "node:timers/promises";
import { errorText, type HooklensError } from "../../../model/errors.ts";
import type { Logger } from "../../../model/logger.ts";
import type { BackgroundEvents, DeliveryLog, LogPosition } from "../../delivery-log.ts";
import type { ProjectionPosition } from "../../sqlite/deliveries/projection-position.ts";
import { openProjection, type Projection, removeProjection } from "../../sqlite/deliveries/projection.ts";
import { markAllDuplicates } from "../../sqlite/deliveries/search/indexer.ts";
import type { Connection } from "../connect.ts";
import { namesOf } from "../names.ts";
import { natsError } from "../nats-error.ts";
import { readReceivers } from "../receivers.ts";
import { receiverTtlMs } from "../streams.ts";
import { readBatches } from "./batches.ts";
import { readSource, type Source } from "./source.ts";
import { numberBefore } from "./stream-reader.ts";

/** Age of the oldest deliveries that the first start of a projection copies, in milliseconds. */
const firstAgeMs = 24 * 3_600_000;

/** Maximum assumed lead of a delivery's events over the delivery: the clocks of servers differ. */
const skewMs = 60_000;

/** Interval of checks of the streams, in milliseconds. */
const checkEveryMs = 1_000;

/** Number of checks without progress after which the streams are read anew despite remaining messages. */
const stalledChecks = 3;

/** Interval of checks of the receivers while deliveries are pending, in milliseconds. */
const receiversEveryMs = 3_000;

/** Interval at which deliveries that the stream no longer keeps are removed, in milliseconds. */
const pruneEveryMs = 600_000;

/** Delay before the streams are read anew, in milliseconds. */
const againMs = 50;

/** Delay before the work is resumed after a failure, in milliseconds. */
const afterFailureMs = 1_000;

/** State of a projection after a change. */
export interface ProjectorUpdate extends ProjectorProgress {
  readonly projected: ProjectionPosition;
  readonly log: LogPosition;
}

/** Distance of a projection from its streams. */
export interface ProjectorProgress {
  /** Deliveries in the stream for at least a second and missing in the projection. */
  readonly lag: number;
  /** Progress of what the stream had at the start, in deliveries; null once all of it is projected. */
  readonly catchUp: { readonly done: number; readonly of: number } | null;
}

export interface ProjectorOptions {
  readonly connection: Connection;
  readonly dir: string;
  /** Time from which deliveries are wanted, in milliseconds since 1970; null for what the projection has. */
  readonly sinceMs: number | null;
  readonly logger: Logger;
  /** Called after each change of the tables. */
  readonly onUpdate: (update: ProjectorUpdate) => void;
  /** Called when the work begins to fail, and with null when it succeeds again. It is resumed until `close`. */
  readonly onFailure: (error: HooklensError | null) => void;
}

/** Copies the streams of a log into the tables of a directory, of which it must be the only writer. */
export interface Projector extends Pick<DeliveryLog, "prune" | "markDuplicates" | "startBackground"> {
  close(): Promise<void>;
}

/**
 * Starts copying at the position of the tables. Tables of other streams are made anew, as are those that start later
 * than `sinceMs` if the streams have older deliveries.
 * @throws {StoreUnwritableError | StoreVersionError | StoreFullError}
 */
export async function startProjector(options: ProjectorOptions): Promise<Projector> {
  const { connection, dir, sinceMs, logger, onUpdate, onFailure } = options;
  const names = namesOf(connection.address.name);
  const closing = new AbortController();
  let background: BackgroundEvents | null = null;
  /** Projection that is up to date, and the one that has background work. */
  let settled: Projection | null = null;
  let worked: Projection | null = null;
  let progress: ProjectorProgress = { lag: 0, catchUp: null };
  let projection = await openProjection(dir, logger);
  let published = projection.position();
  void publishCommits(projection);
  let interruptFromMs = 0;
  const forget = connection.onChange(() => {
    // The entries of running receivers may be missing until they are renewed.
    interruptFromMs = performance.now() + receiverTtlMs;
  });

  async function publishCommits({ log }: Projection): Promise<void> {
    for await (const position of log.tail(closing.signal)) {
      onUpdate({ ...progress, projected: published, log: position });
    }
  }

  function publish(): void {
    published = projection.position();
    onUpdate({ ...progress, projected: published, log: projection.log.position() });
  }

  /** Makes the tables those of the streams, and returns the position from which to read. */
  async function prepare(source: Source): Promise<ProjectionPosition> {
    const known = projection.position();
    const isSame = known.stream === source.stream && known.seq <= source.seq && known.event <= source.event;
    const wantsOlder = sinceMs !== null && sinceMs < known.sinceMs && isOlder(source, known.sinceMs);
    if (isSame && !wantsOlder) return known;
    if (known.stream !== "") {
      logger.info(
        isSame
          ? "older deliveries are copied from the store"
          : "the streams of the store were created anew: their deliveries are copied again",
      );
      await projection.close();
      removeProjection(dir);
      projection = await openProjection(dir, logger);
      void publishCommits(projection);
    }
    const startMs = sinceMs ?? Date.now() - firstAgeMs;
    const [seq, event] = await Promise.all([
      numberBefore(connection, names.deliveries, startMs),
      numberBefore(connection, names.events, startMs - skewMs),
    ]);
    const position = { stream: source.stream, sinceMs: startMs, seq, event };
    await projection.apply({ deliveries: [], events: [], unreadable: [], position });
    return position;
  }

  /** Copies until the streams have to be read anew. */
  async function copy(): Promise<void> {
    const source = await readSource(connection);
    const from = await prepare(source);
    publish();
    const over = new AbortController();
    const signal = AbortSignal.any([closing.signal, over.signal]);
    let isBehind = from.seq < source.seq || from.event < source.event;
    if (!isBehind) await settle();
    const watching = watch(source, signal)
      .then(
        () => null,
        (error: unknown) => natsError(error, connection.address),
      )
      .finally(() => over.abort());
    try {
      for await (const batch of readBatches(connection, source, from, signal)) {
        await projection.apply(batch);
        const { seq, event } = batch.position;
        if (isBehind && seq >= source.seq && event >= source.event) {
          isBehind = false;
          await settle();
          continue;
        }
        if (isBehind)
          progress = { ...progress, catchUp: { done: seq - from.seq, of: source.seq - from.seq } };
        publish();
        onFailure(null);
      }
    } catch (error) {
      // A signal that aborts while a stream is opened.
      if (!signal.aborted) throw natsError(error, connection.address);
    } finally {
      over.abort();
    }
    const failure = await watching;
    if (failure !== null) throw failure;
  }

  /** Publishes the position at which the tables have what the streams had at the start. */
  async function settle(): Promise<void> {
    await interrupt();
    settled = projection;
    await startBackground();
    progress = { ...progress, catchUp: null };
    publish();
    onFailure(null);
  }

  /** Marks the duplicates of up-to-date tables, and leaves those of later deliveries to the background work. */
  async function startBackground(): Promise<void> {
    if (background === null || settled !== projection || worked === projection) return;
    worked = projection;
    try {
      await markAllDuplicates(dir, projection.log);
    } catch (error) {
      background.onFailure(errorText(error));
    }
    await projection.log.startBackground(background);
  }

  /** Marks the deliveries of receivers that have ended. */
  async function interrupt(): Promise<void> {
    const { seq } = projection.position();
    if (!projection.hasPending() || performance.now() < interruptFromMs) return;
    const running = await readReceivers(connection, namesOf(connection.address.name));
    await projection.interrupt(
      running.map(({ id }) => id),
      seq,
    );
  }

  /** Watches the streams; returns when they have to be read anew. */
  async function watch(start: Source, signal: AbortSignal): Promise<void> {
    let [stalled, pruneAtMs, receiversAtMs] = [0, 0, receiversEveryMs];
    let last = projection.position();
    let wanted = start;
    for (let nowMs = 0; ; nowMs += checkEveryMs) {
      if (!(await sleep(checkEveryMs, signal))) return;
      if (!connection.isConnected()) continue;
      const source = await readSource(connection);
      const position = projection.position();
      if (source.stream !== start.stream || source.seq < position.seq || source.event < position.event)
        return;
      const lag = Math.max(0, wanted.seq - position.seq);
      if (lag !== progress.lag) {
        progress = { ...progress, lag };
        publish();
      }
      const isBehind = position.seq < wanted.seq || position.event < wanted.event;
      stalled = isBehind && position.seq === last.seq && position.event === last.event ? stalled + 1 : 0;
      if (stalled >= stalledChecks) return;
      [last, wanted] = [position, source];
      if (nowMs >= receiversAtMs && !isBehind) {
        receiversAtMs = nowMs + receiversEveryMs;
        await interrupt();
      }
      if (nowMs >= pruneAtMs && source.maxAgeMs !== null) {
        pruneAtMs = nowMs + pruneEveryMs;
        await projection.log.prune({ beforeMs: Date.now() - source.maxAgeMs, maxBytes: null }, { signal });
      }
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await copy();
        await sleep(againMs, closing.signal);
      } catch (error) {
        onFailure(natsError(error, connection.address));
        await sleep(afterFailureMs, closing.signal);
      }
    }
  }

  const running = run();
  return {
    prune: (policy, how) => projection.log.prune(policy, how),
    startBackground(events) {
      background = events;
      return startBackground();
    },
    markDuplicates: (duplicates) => projection.log.markDuplicates(duplicates),
    async close() {
      closing.abort();
      await running;
      forget();
      await projection.close();
    },
  };
}

function isOlder({ firstAtMs }: Source, thanMs: number): boolean {
  return firstAtMs !== null && firstAtMs < thanMs;
}

/** Returns false if the signal aborts meanwhile. */
async function sleep(ms: number, signal: AbortSignal): Promise<boolean> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}
