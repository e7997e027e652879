import { openStore } from "../../../engine/stores.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import { formatWatchedItem } from "../../../model/watched-item.ts";
import type { DeliveryReader } from "../../../store/delivery-log.ts";
import { eventText, repoText } from "../../../tables/values.ts";
import type { Settings } from "../../settings/settings.ts";
import { storeLocation } from "../../settings/store-location.ts";
import type { Candidate } from "./complete.ts";

/** Newest deliveries to choose from. */
const newest = 30;

/** Newest deliveries whose repos are offered. */
const newestRepos = 500;

/** Returns the numbers of the newest deliveries that match a filter. */
export async function seqs(settings: Settings, where = ""): Promise<readonly Candidate[]> {
  return readLog(settings, async (log) => {
    const page = { filter: parseFilter(where), from: null, direction: "older", limit: newest } as const;
    const { rows } = await log.page(page);
    return rows.map((row) => ({
      value: String(row.seq),
      note: `${eventText(row)} on ${repoText(row)}, ${row.status ?? row.outcome}`,
    }));
  });
}

/** Returns the repos of the newest deliveries, as `dataset:me/corpus`. */
export async function repos(settings: Settings): Promise<readonly Candidate[]> {
  return readLog(settings, async (log) => {
    const page = { filter: parseFilter(""), from: null, direction: "older", limit: newestRepos } as const;
    const { rows } = await log.page(page);
    const names = rows.flatMap(({ repo }) => (repo === null ? [] : [formatWatchedItem(repo)]));
    return [...new Set(names)].map((value) => ({ value, note: "seen in a delivery" }));
  });
}

/** Returns the routes of the deliveries in the log. */
export async function routes(settings: Settings): Promise<readonly Candidate[]> {
  return readLog(settings, async (log) =>
    (await log.seenValues()).flatMap(({ field, value }) => (field === "route" ? [{ value }] : [])),
  );
}

/** Completes the last term of a filter, as the filter line of the app does. */
export async function filters(settings: Settings, typed: string): Promise<readonly Candidate[]> {
  const { completeFilter } = await import("../../../screens/deliveries/filter/complete-filter.ts");
  const seen = await readLog(settings, (log) => log.seenValues());
  const { start, end, suggestions } = completeFilter(typed, typed.length, {
    seen,
    saved: settings.filters.value,
  });
  return suggestions.map(({ text, note = "" }) => ({
    value: typed.slice(0, start) + text + typed.slice(end),
    note,
  }));
}

async function readLog<T>(
  settings: Settings,
  read: (log: DeliveryReader) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const { deliveries } = await openStore(storeLocation(settings));
  if (!(await deliveries.exists())) return [];
  const log = deliveries.openReader();
  try {
    return await read(log);
  } finally {
    await log.close();
  }
}
