import type { Delivery } from "../model/delivery.ts";
import type { DeliveryContext } from "../tables/deliveries.ts";
import type { Line } from "../text/line.ts";
import { type FittedColumn, tableRow } from "../tui/components/table.ts";

/** Last drawn row of each delivery; most rows are equal in the next frame. */
const drawn = new WeakMap<Delivery, { readonly key: string; readonly row: Line }>();

/** Draws a delivery as a row; returns the same object while the row is unchanged. */
export function deliveryRow(
  delivery: Delivery,
  columns: readonly FittedColumn<Delivery, DeliveryContext>[],
  width: number,
  selected: boolean,
  nowMs: number,
): Line {
  const timed = columns.flatMap((column) => (column.timed ? [column.cell(delivery, { nowMs }).text] : []));
  const key = `${width} ${selected} ${timed.join(" ")}`;
  const known = drawn.get(delivery);
  if (known?.key === key) return known.row;
  const row = tableRow(columns, width, selected, delivery, { nowMs });
  drawn.set(delivery, { key, row });
  return row;
}
