import { statSync } from "node:fs";
import { openStore } from "../../../engine/stores.ts";
import type { Delivery, DeliveryDetail } from "../../../model/delivery.ts";
import { NotFoundError, UsageError } from "../../../model/errors.ts";
import { parseMoment } from "../../../model/filter-moment.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import { filterValue } from "../../../model/filter-value.ts";
import type { Filter } from "../../../model/filter.ts";
import type { DeliveryReader } from "../../../store/delivery-log.ts";
import { StoreUnwritableError } from "../../../store/errors.ts";
import { selectionSeqs } from "../../../store/selection.ts";
import type { DeliveryStore, Follower } from "../../../store/store.ts";
import { count, plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { readCount } from "../../command-line/number-argument.ts";
import type { OptionValues } from "../../command-line/option-types.ts";
import type { Output } from "../../output/output.ts";
import type { Settings } from "../../settings/settings.ts";
import { assertDataDirExists, storeLocation } from "../../settings/store-location.ts";

/** Delay before the progress of reading a remote log is shown, in milliseconds. */
const progressAfterMs = 500;

/** Part of an invocation for reading a log. */
export interface LogReading {
  readonly settings: Pick<Settings, "dataDir" | "store" | "deliveries">;
  /** Shows the progress of reading a log that is elsewhere. */
  readonly output: Pick<Output, "progress" | "logger">;
}

/**
 * Opens the log of a data directory for reading. A log that does not exist in it is read as empty; one that is elsewhere is
 * followed until the reader is closed.
 * @param sinceMs time of the oldest deliveries to read, in milliseconds since 1970; null for the default of the store
 * @throws {UsageError} the data directory was named and does not exist
 * @throws {StoreUnwritableError} the path is not a directory or cannot be accessed
 * @throws {StoreUnreachableError | StoreDeniedError | StoreMissingError} the log is elsewhere
 */
export async function openLog(
  { settings, output }: LogReading,
  sinceMs: number | null = null,
): Promise<DeliveryReader> {
  const location = storeLocation(settings);
  const why = problemOf(location.dataDir);
  if (why !== null) {
    throw new StoreUnwritableError({
      what: `${location.dataDir} cannot be used as the data directory`,
      why,
      hint: "Choose another with --data-dir",
    });
  }
  assertDataDirExists(settings);
  const { deliveries } = await openStore(location);
  const follower = await followed(deliveries, output, sinceMs);
  const reader = deliveries.openReader();
  return {
    ...reader,
    async close() {
      await reader.close();
      await follower.close();
    },
  };
}

/** Follows a log; resolves when its whole content can be read. */
async function followed(
  deliveries: DeliveryStore,
  output: LogReading["output"],
  sinceMs: number | null,
): Promise<Follower> {
  const startedMs = performance.now();
  const follower = deliveries.follow({
    logger: output.logger,
    ...(sinceMs !== null && { sinceMs }),
    onProgress(done, of) {
      if (performance.now() - startedMs < progressAfterMs) return;
      output.progress(v`read ${count(done)} of ${plural(of, "delivery", "deliveries")}`);
    },
  });
  try {
    await follower.caughtUp;
    return follower;
  } catch (error) {
    await follower.close();
    throw error;
  } finally {
    output.progress(null);
  }
}

/**
 * Returns the reason a path cannot be a data directory; null for a directory, and for a path that does not
 * exist.
 */
function problemOf(dataDir: string): string | null {
  try {
    return statSync(dataDir).isDirectory() ? null : "it is a file";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    // Not `throwIfNoEntry: false`, which also ignores a file in place of a parent directory.
    return code === "ENOENT" ? null : code;
  }
}

/** Reads one delivery of a data directory's log. @throws {NotFoundError} */
export async function readDelivery(reading: LogReading, seq: number): Promise<DeliveryDetail> {
  return withLog(reading, (reader) => existing(reader, seq));
}

/** Reads two deliveries of a data directory's log. @throws {NotFoundError} */
export async function readPair(
  reading: LogReading,
  one: number,
  other: number,
): Promise<readonly [DeliveryDetail, DeliveryDetail]> {
  return withLog(reading, async (reader) => [await existing(reader, one), await existing(reader, other)]);
}

/** Reads a delivery of a data directory's log, and the tries of its event. @throws {NotFoundError} */
export async function readTries(
  reading: LogReading,
  seq: number,
): Promise<{ readonly delivery: DeliveryDetail; readonly tries: readonly Delivery[] }> {
  return withLog(reading, async (reader) => {
    const delivery = await existing(reader, seq);
    return { delivery, tries: (await reader.related(seq)).tries };
  });
}

async function withLog<T>(reading: LogReading, read: (reader: DeliveryReader) => Promise<T>): Promise<T> {
  const reader = await openLog(reading);
  try {
    return await read(reader);
  } finally {
    await reader.close();
  }
}

/** @throws {NotFoundError} */
async function existing(reader: DeliveryReader, seq: number): Promise<DeliveryDetail> {
  const delivery = await reader.get(seq);
  if (delivery !== null) return delivery;
  const last = await reader.lastSeq();
  throw new NotFoundError({
    what: `delivery ${seq} does not exist`,
    why: last === 0 ? "the log is empty" : `the newest is ${last}`,
    hint: "Run hooklens deliveries ls to list the deliveries",
  });
}

/** Returns the numbers of the matching deliveries of a data directory, oldest first, without later arrivals. */
export async function matchingSeqs(reading: LogReading, filter: Filter): Promise<readonly number[]> {
  const reader = await openLog(reading, sinceOf(filter));
  try {
    const untilSeq = await reader.lastSeq();
    const seqs: number[] = [];
    for await (const seq of selectionSeqs(reader, { filter, untilSeq })) seqs.push(seq);
    return seqs;
  } finally {
    await reader.close();
  }
}

/** Options that select deliveries by a filter and a period. */
export const periodOptions = {
  "--where <filter>": "only matching deliveries",
  "--since <time>": "only deliveries received at or after: 2h, 7d, 2026-11-20, 2026-11-20T10:00Z",
  "--until <time>": "only deliveries received before",
} as const;

export const selectionOptions = { "--limit <n>": "maximum number of deliveries", ...periodOptions } as const;

export type SelectionOptions = OptionValues<typeof selectionOptions>;

export interface Selection {
  readonly filter: Filter;
  /** Maximum number of deliveries; null for all. */
  readonly limit: number | null;
  /** Time before which no delivery matches, in milliseconds since 1970; null if there is none. */
  readonly sinceMs: number | null;
}

/**
 * Parses the selection. `--since` and `--until` become terms of the filter.
 * @throws {UsageError} an invalid limit or time, or an invalid filter with the place of the error
 */
export function readSelection(options: SelectionOptions, { filters }: Pick<Settings, "filters">): Selection {
  const filter = parseFilter(filterText(options), Date.now(), filters.value);
  return {
    filter,
    sinceMs: sinceOf(filter),
    limit: options.limit === undefined ? null : readCount(options.limit, "--limit"),
  };
}

/** Returns the time before which no delivery matches a filter, in milliseconds since 1970; null if there is none. */
export function sinceOf({ terms }: Filter): number | null {
  const times = terms.flatMap(({ match, negated }) =>
    match.kind === "since" && !negated ? [match.atMs] : [],
  );
  return times.length === 0 ? null : Math.max(...times);
}

function filterText({ where, since, until }: SelectionOptions): string {
  // The typed filter comes first, so that columns in errors count from its start.
  return [where, timeTerm("since", since), timeTerm("until", until)]
    .filter((part) => part !== undefined)
    .join(" ");
}

/** Returns the term of `--since` or `--until`. @throws {UsageError} */
function timeTerm(key: "since" | "until", text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (parseMoment(text, Date.now()) !== null) return `${key}:${filterValue(text)}`;
  throw new UsageError({
    what: `"${text}" is not a value for --${key}`,
    hint: /^\d+$/.test(text)
      ? `Add a unit, for example --${key} ${text}m (s, m, h, d or w)`
      : `Write --${key} 2h for two hours ago, or a date or time as --${key} 2026-11-20T09:14`,
  });
}
