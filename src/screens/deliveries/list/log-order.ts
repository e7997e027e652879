import type { Delivery } from "../../../model/delivery.ts";
import { emptyFilter, type Filter } from "../../../model/filter.ts";
import type { DeliveryPage, DeliveryReader, SortColumn } from "../../../store/delivery-log.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { sortOf } from "../../../tui/state/sorts.ts";
import { deliveriesLayout } from "../layout.ts";
import { deliveriesSlice } from "../state/deliveries.ts";
import { rowFilter } from "../state/folding.ts";
import { windowRows } from "../state/window.ts";

/** Order of the list: by arrival, or by a column of the log. */
export interface LogOrder {
  readonly by: SortColumn | "seq";
  readonly descending: boolean;
}

const newestFirst: LogOrder = { by: "seq", descending: true };

/** Orders by the columns of the list. */
const ordersOfColumns: Readonly<Record<string, LogOrder["by"]>> = {
  time: "seq",
  status: "status",
  route: "route",
  event: "event",
  about: "repo",
  repo: "repo",
  size: "bytes",
  took: "duration",
};

/** Returns the order that the user chose for the list. */
export function logOrder(state: AppState): LogOrder {
  const sort = sortOf(state, "deliveries");
  const by = sort === null ? undefined : ordersOfColumns[sort.column];
  return sort === null || by === undefined ? newestFirst : { by, descending: sort.descending };
}

/** Returns true in the default order, the only one that can follow new deliveries. */
export function isNewestFirst(state: AppState): boolean {
  const { by, descending } = logOrder(state);
  return by === newestFirst.by && descending;
}

/** Returns the end of the list for new deliveries; null if they may belong anywhere. */
export function arrivalsAt(state: AppState): "above" | "below" | null {
  const { by, descending } = logOrder(state);
  if (by !== "seq") return null;
  return descending ? "above" : "below";
}

/** Rows of the list: the matches of a filter in an order, folded or not. */
export interface LogQuery {
  readonly filter: Filter;
  readonly order: LogOrder;
}

export function logQuery(state: AppState): LogQuery {
  return { filter: rowFilter(deliveriesSlice.get(state)), order: logOrder(state) };
}

/** Returns true if the list still has the filter and the order of a query. */
export function isCurrent(state: AppState, { filter, order }: LogQuery): boolean {
  const now = logQuery(state);
  return now.filter === filter && now.order.by === order.by && now.order.descending === order.descending;
}

const noRows: DeliveryPage = { rows: [], more: false };

/** Place in the list to read rows from, and the direction on the screen. */
export interface PagePlace {
  /** Row next to the page; null for the first rows (`below`) or the last ones (`above`). */
  readonly edge: Delivery | null;
  readonly direction: "above" | "below";
  readonly limit: number;
}

/** Reads a page of the list; its rows are in list order for either direction. */
export async function readPage(
  reader: DeliveryReader,
  query: LogQuery,
  { edge, direction, limit }: PagePlace,
): Promise<DeliveryPage> {
  const { filter, order } = query;
  const falls = (direction === "below") === order.descending;
  if (order.by === "seq") {
    const from = edge === null ? null : edge.seq + (falls ? -1 : 1);
    return readBySeq(reader, query, { from, direction, limit });
  }
  const page = await reader.sorted({
    filter,
    by: order.by,
    direction: falls ? "descending" : "ascending",
    // Reading upward returns the last rows of the list first.
    empties: direction === "below" ? "last" : "first",
    after: edge,
    limit,
  });
  return direction === "below" ? page : { ...page, rows: page.rows.toReversed() };
}

/** Reads a page in the order of arrival that starts at a seq. */
async function readBySeq(
  reader: DeliveryReader,
  { filter, order: { descending } }: LogQuery,
  { from, direction, limit }: Omit<PagePlace, "edge"> & { readonly from: number | null },
): Promise<DeliveryPage> {
  const falls = (direction === "below") === descending;
  const page = await reader.page({ filter, from, direction: falls ? "older" : "newer", limit });
  return descending ? page : { ...page, rows: page.rows.toReversed() };
}

/** Reads the rows around the place of a delivery; if listed, it comes first below. */
export async function readAround(
  reader: DeliveryReader,
  query: LogQuery,
  seq: number,
  limit: number,
): Promise<{ readonly above: DeliveryPage; readonly below: DeliveryPage }> {
  const { by, descending } = query.order;
  if (by === "seq") {
    const [above, below] = await Promise.all([
      readBySeq(reader, query, { from: seq + (descending ? 1 : -1), direction: "above", limit }),
      readBySeq(reader, query, { from: seq, direction: "below", limit }),
    ]);
    return { above, below };
  }
  const find = async (filter: Filter) => {
    const { rows } = await reader.page({ filter, from: seq, direction: "older", limit: 1 });
    return rows[0] ?? null;
  };
  // The row has a place in the order even outside the filter.
  const [edge, match] = await Promise.all([find(emptyFilter), find(query.filter)]);
  const [above, below] = await Promise.all([
    edge === null ? noRows : readPage(reader, query, { edge, direction: "above", limit }),
    readPage(reader, query, { edge, direction: "below", limit }),
  ]);
  return {
    above,
    below: edge !== null && match?.seq === edge.seq ? { ...below, rows: [edge, ...below.rows] } : below,
  };
}

/** Number of rows fetched beyond a screenful, so that paging does not wait. */
const margin = 100;

/** Returns the number of rows to fetch: those of the list, a margin, and those of a move that waits for rows. */
export function pageRows(state: AppState): number {
  const ahead = Math.abs(deliveriesSlice.get(state).ahead);
  return deliveriesLayout(state).listRows + margin + Math.min(ahead, windowRows);
}

/** Rows of the log from a seq on, towards older ones. */
interface SeqRange {
  readonly from: number;
  readonly limit: number;
}

/** Maximum distance of two rows that share a range: reading some rows more costs less than a query. */
const maxGap = 100;

/** Returns ranges of the log that contain rows, newest first. Rows of a filter or an order may be far apart. */
export function rangesAround(rows: readonly Delivery[]): readonly SeqRange[] {
  const ranges: SeqRange[] = [];
  for (const { seq } of rows.toSorted((one, other) => other.seq - one.seq)) {
    const last = ranges.at(-1);
    if (last !== undefined && last.from - last.limit - seq < maxGap) {
      ranges[ranges.length - 1] = { from: last.from, limit: last.from - seq + 1 };
    } else ranges.push({ from: seq, limit: 1 });
  }
  return ranges;
}
