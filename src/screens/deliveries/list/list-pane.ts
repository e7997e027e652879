import type { Delivery } from "../../../model/delivery.ts";
import { type DeliveryContext, deliveryTable } from "../../../tables/deliveries.ts";
import type { Line } from "../../../text/line.ts";
import { blank, dimmedLine, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { v, type Visible } from "../../../text/visible.ts";
import { noMatch } from "../../../tui/components/no-match.ts";
import { paragraph } from "../../../tui/components/paragraph.ts";
import { covered } from "../../../tui/components/suggestion-rows.ts";
import {
  columnLeft,
  fitTable,
  type FittedTable,
  tableHead,
  tableRow,
} from "../../../tui/components/table.ts";
import { positionOf } from "../../../tui/list.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import type { PaneContent } from "../../../tui/records/screen.ts";
import { shownZone } from "../../../tui/state/preferences.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { type Size, windowSlice } from "../../../tui/state/window.ts";
import { sessionSlice } from "../../connection-state.ts";
import { firstSteps } from "../../first-steps.ts";
import { filterLine } from "../filter/filter-line.ts";
import { filterSuggestionRows } from "../filter/suggestions.ts";
import { filterErrorLines } from "../head/filter-error.ts";
import { histogramLines } from "../histogram/histogram-lines.ts";
import { deliveriesLayout, showsFilter } from "../layout.ts";
import { marksFoot } from "../marks/marks-foot.ts";
import { deliveriesSlice } from "../state/deliveries.ts";
import { rowCount } from "../state/folding.ts";
import { hasMarks, markTest } from "../state/marks.ts";
import { workSlice } from "../state/work.ts";
import { workFoot } from "../work/work-text.ts";
import { attemptRow } from "./latest-attempt.ts";
import { listTitle } from "./list-title.ts";
import { loadedPart, shownDeliveries } from "./shown-deliveries.ts";

/** Draws the list of deliveries with its filter. */
export function listPane(state: AppState, size: Size, registry: Registry): PaneContent {
  const { columns: width } = size;
  const { rows } = deliveriesSlice.get(state);
  const { nowMs } = windowSlice.get(state);
  const { listRows } = deliveriesLayout(state);
  const { link, forwardsHeld } = sessionSlice.get(state).receiver;
  const context: DeliveryContext = { nowMs, zone: shownZone(state), forwardsHeld };
  const table = fitTable(state, deliveryTable, rows, context, width);
  const filter = filterLine(state, width, registry);
  const { top, selected, latest } = shownDeliveries(state);
  const isMarked = markTest(state);
  const stale = link.state === "lost";
  const histogram = histogramLines(state, size);
  const shown = rows.slice(top, top + listRows).flatMap((delivery, index) => {
    const isSelected = top + index === selected;
    const row = deliveryRow(table, delivery, isSelected, isMarked(delivery));
    const lines =
      isSelected && latest !== null
        ? [row, attemptRow(latest, width, context, columnLeft(table, "status"))]
        : [row];
    return stale ? lines.map(dimmedLine) : lines;
  });
  const head = [...(showsFilter(state) ? [filter.line] : []), ...filterErrorLines(state, size)];
  const body = [
    ...(stale ? histogram.map(dimmedLine) : histogram),
    tableHead(table),
    ...(rows.length === 0 ? emptyList(state, width, registry) : shown.slice(0, listRows)),
  ];
  return {
    title: listTitle(state, registry),
    lines: [...head, ...covered(body, 0, filterSuggestionRows(state, size))],
    ...listFoot(state, registry),
    position: listPosition(state, top, listRows - (latest === null ? 0 : 1)),
    cursor: filter.caret === null ? null : { x: filter.caret, y: 0 },
  };
}

/** Last drawn row of each delivery; most rows are equal in the next frame. */
const drawn = new WeakMap<Delivery, { readonly key: string; readonly row: Line }>();

/** Draws a delivery as a row; returns the same object while the row is unchanged. */
export function deliveryRow(
  table: FittedTable<Delivery, DeliveryContext>,
  delivery: Delivery,
  selected: boolean,
  marked: boolean,
): Line {
  const { nowMs, zone, forwardsHeld } = table.context;
  const key = [table.key, table.width, selected, marked, nowMs, zone, forwardsHeld].join(" ");
  const known = drawn.get(delivery);
  if (known?.key === key) return known.row;
  const row = tableRow(table, delivery, selected, marked);
  drawn.set(delivery, { key, row });
  return row;
}

/** Draws running work, or else the marks. */
function listFoot(state: AppState, registry: Registry): Pick<PaneContent, "foot"> {
  const { work } = workSlice.get(state);
  if (work !== null && work.ended === null) return { foot: workFoot(work, registry) };
  return hasMarks(state) ? { foot: marksFoot(state, registry) } : {};
}

/** Formats the position in the log; only the total while the rows before and after the window are not counted. */
function listPosition(state: AppState, top: number, visibleRows: number): Visible {
  const deliveries = deliveriesSlice.get(state);
  const part = loadedPart(deliveries);
  if (part !== null) return positionOf(part.from + top, visibleRows, part.all);
  const all = rowCount(deliveries);
  return all === null || deliveries.rows.length === 0 ? v`` : v`${count(all)} in all`;
}

/** Explains an empty list. */
function emptyList(state: AppState, width: number, registry: Registry): readonly Line[] {
  const deliveries = deliveriesSlice.get(state);
  if (!deliveries.loaded) return [blank, ...paragraph([span(v`Loading…`, "muted")], width)];
  if (deliveries.filter.terms.length > 0) {
    return noMatch("deliveries", "deliveries.clear-filter", width, registry);
  }
  return [
    ...paragraph([span(v`No deliveries yet.`)], width),
    ...firstSteps(state, { width, isHere: true, registry }),
  ];
}
