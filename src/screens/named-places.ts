import type { Place } from "../tui/records/screen.ts";

/** Maximum number of places of a screen in the palette. */
const most = 7;

/** Returns the places of rows whose texts contain a query, those that start with it first. */
export function namedPlaces<Row>(
  rows: Iterable<Row>,
  query: string,
  placeOf: (row: Row) => Place,
): readonly Place[] {
  const wanted = query.toLowerCase();
  const found: Place[] = [];
  for (const row of rows) {
    const place = placeOf(row);
    if (`${place.title} ${place.note ?? ""}`.toLowerCase().includes(wanted)) found.push(place);
  }
  const startsWith = ({ title }: Place) => title.toLowerCase().startsWith(wanted);
  return [...found.filter(startsWith), ...found.filter((place) => !startsWith(place))].slice(0, most);
}
