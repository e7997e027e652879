import type { Delivery } from "../../../model/delivery.ts";
import type { DeliveryContext } from "../../../tables/deliveries.ts";
import type { Line } from "../../../text/line.ts";
import { type FittedTable, tableRow } from "../../../tui/components/table.ts";

/** Last drawn row of each delivery; most rows are equal in the next frame. */
const drawn = new WeakMap<Delivery, { readonly key: string; readonly row: Line }>();

/** Draws a delivery as a row; returns the same object while the row is unchanged. */
export function deliveryRow(
  table: FittedTable<Delivery, DeliveryContext>,
  delivery: Delivery,
  selected: boolean,
  marked: boolean,
): Line {
  const timed = table.columns.flatMap(({ timed: isTimed, cell }) =>
    isTimed ? [cell(delivery, table.context).text] : [],
  );
  const key = `${table.key} ${table.width} ${selected} ${marked} ${timed.join(" ")}`;
  const known = drawn.get(delivery);
  if (known?.key === key) return known.row;
  const row = tableRow(table, delivery, selected, marked);
  drawn.set(delivery, { key, row });
  return row;
}
