import { type Delivery, eventStates } from "../../../model/delivery.ts";
import type { Filter } from "../../../model/filter.ts";
import type { EventCounts } from "../../../store/events.ts";
import type { DeliveriesState } from "./deliveries.ts";

/** Filter of a folded list: each event has one row, its latest try. */
const latestTries: Filter = {
  text: "is:latest",
  terms: [{ negated: false, span: [0, 9], match: { kind: "is", anyOf: ["latest"] } }],
};

/** Returns true for a list with one row per event. A filter searches all tries, and lists those that match. */
export function isFolding({ filter, isFolded }: Pick<DeliveriesState, "filter" | "isFolded">): boolean {
  return isFolded && filter.terms.length === 0;
}

/** Returns the filter that all rows of the list match. */
export function rowFilter(state: Pick<DeliveriesState, "filter" | "isFolded">): Filter {
  return isFolding(state) ? latestTries : state.filter;
}

/** Returns the seq of the row that stands for the selected one: the latest try of its event in a folded list. */
export function standInSeq(state: DeliveriesState): number | null {
  const { rows, selectedSeq } = state;
  if (!isFolding(state)) return selectedSeq;
  return rows.find(({ seq }) => seq === selectedSeq)?.latestTry ?? selectedSeq;
}

/** Returns the rows of a folded list without those whose event has a row that was read later; the selected one stays. */
export function withoutRepeated(state: DeliveriesState, read: readonly Delivery[]): readonly Delivery[] {
  if (!isFolding(state)) return state.rows;
  const events = new Set(read.map(({ eventOf }) => eventOf));
  return state.rows.filter(({ seq, eventOf }) => seq === state.selectedSeq || !events.has(eventOf));
}

/** Returns the number of events in all states. */
export function eventTotal(events: EventCounts): number {
  return eventStates.reduce((sum, state) => sum + events[state], 0);
}

/** Returns the number of tries beside one of each event. */
export function repeatedTries(events: EventCounts): number {
  return events.tries - eventTotal(events);
}

/** Returns the number of rows of the list; null while it is not counted. */
export function rowCount(state: DeliveriesState): number | null {
  const { filter, matching, total, events } = state;
  if (filter.terms.length > 0) return matching;
  if (!isFolding(state) || total === null || events === null) return total;
  return total - repeatedTries(events);
}
