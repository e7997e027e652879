import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "../../../model/logger.ts";
import { freeBytes } from "../../data-dir.ts";
import type {
  BackgroundEvents,
  DeliveryLog,
  DeliveryReader,
  LogPosition,
  Pruned,
} from "../../delivery-log.ts";
import { deliveriesFile } from "../../sqlite/deliveries/deliveries-file.ts";
import { openDeliveryReader } from "../../sqlite/deliveries/delivery-reader.ts";
import { searchFileName } from "../../sqlite/deliveries/search/search-file.ts";
import type { StoreStatus } from "../../status.ts";
import type { Connection } from "../connect.ts";
import { startOfHistory } from "./follow-log.ts";
import { follow, type Following } from "./follow.ts";

/** The part of a log that its projection in the data directory answers. */
export interface LogReads
  extends
    DeliveryReader,
    Pick<DeliveryLog, "space" | "markDuplicates" | "position" | "tail" | "prune" | "startBackground"> {
  /** Returns the progress of the projection; nulls if this process does not write it. */
  progress(): Pick<StoreStatus, "lag" | "catchUp">;
}

export interface LogReadsOptions {
  /** Value of `--store`. */
  readonly store: string;
  /** Connection that the caller closes, after the reads. */
  readonly connection: Connection;
  readonly dataDir: string;
  /** Age of the deliveries with which the first copy begins, in milliseconds; undefined for the default. */
  readonly historyMs?: number | undefined;
  /** Directory of the projection. */
  readonly dir: string;
  readonly logger: Logger;
}

/**
 * Creates the reading part of a log. Follows the projection from the first read on, and while a tail is iterated: a
 * process that only stores deliveries never projects. A read shows everything stored before it.
 */
export function createLogReads(options: LogReadsOptions): LogReads {
  const { store, connection, dataDir, historyMs, dir, logger } = options;
  const reader = openDeliveryReader(dir);
  let following: Following | null = null;
  let background: BackgroundEvents | null = null;
  let tails = 0;
  let isRead = false;
  let ending: Promise<void> = Promise.resolve();

  function followed(): Following {
    following ??= follow({ store, connection, dir, sinceMs: startOfHistory(historyMs), logger, background });
    return following;
  }

  async function current(): Promise<Following> {
    isRead = true;
    await ending;
    const now = followed();
    await now.caughtUp();
    return now;
  }

  async function read<T>(ask: (from: DeliveryReader) => Promise<T>): Promise<T> {
    await current();
    return ask(reader);
  }

  function endFollowing(): Promise<void> {
    const ended = following;
    following = null;
    ending = ending.then(() => ended?.close());
    return ending;
  }

  async function* tail(signal: AbortSignal): AsyncGenerator<LogPosition, void, undefined> {
    tails += 1;
    try {
      await ending;
      const now = followed();
      // The status reports unreachable servers; positions follow when available.
      await Promise.race([now.caughtUp().catch(() => undefined), aborted(signal)]);
      yield* now.tail(signal);
    } finally {
      tails -= 1;
      if (tails === 0 && !isRead) await endFollowing();
    }
  }

  return {
    page: (query) => read((from) => from.page(query)),
    get: (seq) => read((from) => from.get(seq)),
    related: (seq) => read((from) => from.related(seq)),
    count: (filter) => read((from) => from.count(filter)),
    sorted: (query) => read((from) => from.sorted(query)),
    histogram: (query) => read((from) => from.histogram(query)),
    tally: (filter) => read((from) => from.tally(filter)),
    events: (filter) => read((from) => from.events(filter)),
    causes: (filter) => read((from) => from.causes(filter)),
    webhookActivities: (nowMs) => read((from) => from.webhookActivities(nowMs)),
    matching: (filter, seqs) => read((from) => from.matching(filter, seqs)),
    seenValues: () => read((from) => from.seenValues()),
    lastSeq: () => read((from) => from.lastSeq()),
    receivedPeriod: () => read((from) => from.receivedPeriod()),
    space() {
      const files = [deliveriesFile.name, searchFileName].flatMap((name) => [name, `${name}-wal`]);
      const sizes = files.map((name) => statSync(join(dir, name), { throwIfNoEntry: false })?.size ?? 0);
      return {
        logBytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
        freeBytes: existsSync(dataDir) ? freeBytes(dataDir) : 0,
      };
    },
    markDuplicates: async (duplicates) => (await current()).markDuplicates(duplicates),
    position: () => following?.position() ?? { seq: 0, revision: 0 },
    tail,
    async prune(policy, options) {
      if (options?.isBackground === true) {
        const writes = following !== null && following.progress().lag !== null;
        return writes && following !== null ? following.prune(policy, options) : nothing;
      }
      const now = await current();
      return options?.signal?.aborted === true ? nothing : now.prune(policy, options);
    },
    async startBackground({ onFailure }) {
      // Without it, deliveries are stored nevertheless.
      background = { onFailure, onDead: onFailure };
      following?.startBackground(background);
    },
    progress: () => following?.progress() ?? { lag: null, catchUp: null },
    async close() {
      await endFollowing();
      await reader.close();
    },
  };
}

const nothing: Pruned = { deliveries: 0, bytes: 0 };

/** Resolves when the signal aborts. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
