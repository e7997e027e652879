import { statSync } from "node:fs";
import { openStore } from "../../../engine/stores.ts";
import type { DeliveryDetail } from "../../../model/delivery.ts";
import { NotFoundError } from "../../../model/errors.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import type { Filter } from "../../../model/filter.ts";
import type { DeliveryReader } from "../../../store/delivery-log.ts";
import { StoreUnwritableError } from "../../../store/errors.ts";
import { selectionSeqs } from "../../../store/selection.ts";
import type { StoreLocation } from "../../../store/store.ts";
import { readCount } from "../../command-line/number-argument.ts";
import type { Settings } from "../../settings/settings.ts";

/**
 * Opens the log of a data directory for reading. A log that does not exist is read as empty.
 * @throws {StoreUnwritableError} the path is not a directory or cannot be accessed
 */
export async function openLog(location: StoreLocation): Promise<DeliveryReader> {
  const why = problemOf(location.dataDir);
  if (why !== null) {
    throw new StoreUnwritableError({
      what: `${location.dataDir} cannot be used as the data directory`,
      why,
      hint: "Choose another with --data-dir",
    });
  }
  return (await openStore(location)).deliveries.openReader();
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
export async function readDelivery(location: StoreLocation, seq: number): Promise<DeliveryDetail> {
  const reader = await openLog(location);
  try {
    const delivery = await reader.get(seq);
    if (delivery !== null) return delivery;
    const last = await reader.lastSeq();
    throw new NotFoundError({
      what: `delivery ${seq} does not exist`,
      why: last === 0 ? "the log is empty" : `the newest is ${last}`,
      hint: "Run hooklens deliveries ls to list the deliveries",
    });
  } finally {
    await reader.close();
  }
}

/**
 * Returns the numbers of the matching deliveries of a data directory, oldest first, without those that arrive
 * meanwhile.
 */
export async function matchingSeqs(location: StoreLocation, filter: Filter): Promise<readonly number[]> {
  const reader = await openLog(location);
  try {
    const untilSeq = await reader.lastSeq();
    const seqs: number[] = [];
    for await (const seq of selectionSeqs(reader, { filter, untilSeq })) seqs.push(seq);
    return seqs;
  } finally {
    await reader.close();
  }
}

/** Options that select deliveries, as typed. */
export interface SelectionOptions {
  readonly where?: string;
  readonly limit?: string;
  readonly since?: string;
  readonly until?: string;
}

export interface Selection {
  readonly filter: Filter;
  /** Maximum number of deliveries; null for all. */
  readonly limit: number | null;
}

/**
 * Parses the selection. `--since` and `--until` become terms of the filter.
 * @throws {UsageError} an invalid limit, or an invalid filter with the place of the error
 */
export function readSelection(options: SelectionOptions, { filters }: Pick<Settings, "filters">): Selection {
  return {
    filter: parseFilter(filterText(options), Date.now(), filters.value),
    limit: options.limit === undefined ? null : readCount(options.limit, "--limit"),
  };
}

function filterText({ where, since, until }: SelectionOptions): string {
  // The typed filter comes first, so that columns in errors count from its start.
  return [
    where,
    since === undefined ? undefined : `since:${since}`,
    until === undefined ? undefined : `until:${until}`,
  ]
    .filter((part) => part !== undefined)
    .join(" ");
}
