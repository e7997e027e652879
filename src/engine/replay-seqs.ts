import type { Delivery } from "../model/delivery.ts";
import { emptyFilter, type Filter } from "../model/filter.ts";
import type { DeliveryReader } from "../store/delivery-log.ts";
import { inOrder, matchingPages, type Selection } from "../store/selection.ts";
import { count } from "../text/numbers.ts";
import { type Visible, v } from "../text/visible.ts";

/** Reason why a replay leaves a delivery out. */
type Reason =
  | "without a body"
  | "already handled"
  | "superseded"
  | "still running"
  | "waiting for the next try"
  | "other tries of the same event"
  | "no longer in the log";

/** Numbers of deliveries left out of a replay, by reason. */
export type LeftOut = Readonly<Partial<Record<Reason, number>>>;

/** Deliveries of a selection that a replay sends and leaves out. */
export interface ReplayPlan {
  /** Number of deliveries to send. */
  readonly total: number;
  /** Number of those whose event was handled: it runs again. */
  readonly again: number;
  /** Number of those whose message the hub will send again, unless a replay settles them. */
  readonly unsent: number;
  readonly leftOut: LeftOut;
}

type Reader = Pick<DeliveryReader, "page">;

/** Delivery to replay. */
export interface ReplayItem {
  readonly seq: number;
  /** True if its event was open: it is not sent if that was settled meanwhile. */
  readonly onlyOpen: boolean;
}

/** Yields the deliveries of `replayRows` to send. */
export async function* replayItems(
  reader: Reader,
  selection: Selection,
  leaveOut?: (reason: Reason) => void,
): AsyncGenerator<ReplayItem> {
  for await (const { seq, settledBy, eventState } of replayRows(reader, selection, leaveOut))
    yield { seq, onlyOpen: settledBy === null && eventState !== "superseded" };
}

/**
 * Yields the deliveries of a selection to replay, oldest first, without those lacking a body. Of several, each event is
 * sent once, and not while it runs or waits for a try; a failure of a handled event only if the filter asks for it, and one of
 * a superseded event never.
 * @param leaveOut called with the reason for each delivery left out
 */
async function* replayRows(
  reader: Reader,
  selection: Selection,
  leaveOut: (reason: Reason) => void = () => {},
): AsyncGenerator<Delivery> {
  const isOne = "seqs" in selection && selection.seqs.length === 1;
  const wantsHandled = "filter" in selection && asksForRecovered(selection.filter);
  /** Events with several tries of which one is sent. */
  const sent = new Set<number>();
  for await (const row of rowsOf(reader, selection)) {
    const reason =
      row === null ? "no longer in the log" : isOne ? faultOf(row) : reasonFor(row, wantsHandled, sent);
    if (reason !== null) leaveOut(reason);
    else if (row !== null) {
      if (row.tries > 1) sent.add(row.eventOf);
      yield row;
    }
  }
}

/** Yields the deliveries of a selection, oldest first; null for one that is no longer in the log. */
async function* rowsOf(reader: Reader, selection: Selection): AsyncGenerator<Delivery | null> {
  if ("filter" in selection) {
    for await (const rows of matchingPages(reader, selection)) yield* rows;
    return;
  }
  for (const seq of inOrder(selection.seqs)) {
    const { rows } = await reader.page({ filter: emptyFilter, from: seq, direction: "older", limit: 1 });
    yield rows.find((one) => one.seq === seq) ?? null;
  }
}

const faultOf = (row: Delivery): Reason | null => (hasBody(row) ? null : "without a body");

function reasonFor(row: Delivery, wantsHandled: boolean, sent: ReadonlySet<number>): Reason | null {
  if (sent.has(row.eventOf)) return "other tries of the same event";
  if (row.recovered && !wantsHandled) return "already handled";
  if (row.eventState === "superseded" && row.outcome !== "superseded") return "superseded";
  if (row.eventState === "running") return "still running";
  if (row.eventState === "waiting") return "waiting for the next try";
  return faultOf(row);
}

/** Maximum number of deliveries of one question to the hub. */
const askedAtOnce = 100;

/**
 * Counts the sent and omitted deliveries of a replay.
 * @param isWanted asked for each delivery; false ends the count
 * @param countUnsent counts the deliveries whose message the hub will send again
 */
export async function planReplay(
  reader: Reader,
  selection: Selection,
  isWanted: () => boolean,
  countUnsent: (rows: readonly Delivery[]) => Promise<number> = async () => 0,
): Promise<ReplayPlan> {
  const left = leftOutCounter();
  const plan = { total: 0, again: 0, unsent: 0 };
  let asked: Delivery[] = [];
  for await (const row of replayRows(reader, selection, left.add)) {
    plan.total += 1;
    if (row.settledBy !== null) plan.again += 1;
    else asked.push(row);
    if (!isWanted()) break;
    if (asked.length < askedAtOnce) continue;
    plan.unsent += await countUnsent(asked);
    asked = [];
  }
  if (asked.length > 0) plan.unsent += await countUnsent(asked);
  return { ...plan, leftOut: left.counts };
}

/** Formats what a replay repeats and settles: `2 already handled: run again`. */
export function planNotes({ again, unsent }: Pick<ReplayPlan, "again" | "unsent">): readonly Visible[] {
  return [
    ...(again === 0 ? [] : [v`${count(again)} already handled: run again`]),
    ...(unsent === 0
      ? []
      : [v`${count(unsent)} still waiting in the hub: settled by a replay that succeeds`]),
  ];
}

/** Counts what is left out; `counts` grows. */
export function leftOutCounter(): { readonly counts: LeftOut; readonly add: (reason: Reason) => void } {
  const counts: Partial<Record<Reason, number>> = {};
  return { counts, add: (reason) => (counts[reason] = (counts[reason] ?? 0) + 1) };
}

export function leftOutTotal(leftOut: LeftOut): number {
  return Object.values(leftOut).reduce((sum, n) => sum + n, 0);
}

/** Formats `2 left out (without a body)`, `3 left out (2 already handled, 1 without a body)`; empty if none are. */
export function leftOutText(leftOut: LeftOut): Visible {
  const total = leftOutTotal(leftOut);
  const reasons = Object.entries(leftOut);
  const why = reasons.map(([reason, n]) => (reasons.length === 1 ? reason : `${count(n)} ${reason}`));
  return total === 0 ? v`` : v`${count(total)} left out (${why.join(", ")})`;
}

/** Returns false for a delivery rejected before its body was read. */
export function hasBody({ bytes, sha256 }: Pick<Delivery, "bytes" | "sha256">): boolean {
  return bytes > 0 && sha256 !== null;
}

function asksForRecovered({ terms }: Filter): boolean {
  return terms.some(({ match }) => match.kind === "is" && match.anyOf.includes("recovered"));
}
