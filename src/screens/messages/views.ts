import { messageTable, toneSpan } from "../../tables/messages.ts";
import { dateTime, type TimeZone } from "../../text/clock-time.ts";
import { blank, type Line, line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import { noMatch } from "../../tui/components/no-match.ts";
import { fitTable, tableLines } from "../../tui/components/table.ts";
import { textFilterLine } from "../../tui/components/text-filter-line.ts";
import { viewerPane } from "../../tui/components/viewer-pane.ts";
import { keepInView, positionOf } from "../../tui/list.ts";
import type { Registry } from "../../tui/records/registry.ts";
import type { PaneContent } from "../../tui/records/screen.ts";
import { type Message, messagesSlice } from "../../tui/state/messages.ts";
import { shownZone } from "../../tui/state/preferences.ts";
import type { AppState } from "../../tui/state/slice.ts";
import type { Size } from "../../tui/state/window.ts";
import { filterProblem, isFiltered } from "../../tui/text-filter.ts";
import {
  historyView,
  messageList,
  messageViewer,
  selectedMessage,
  shownMessages,
  textHeadRows,
} from "./select.ts";
import { historySlice } from "./state.ts";

/** Draws a pane of the Messages screen: the list with its filter, or the selected message. */
export function messagesPane(state: AppState, id: string, size: Size, registry: Registry): PaneContent {
  return id === "detail" ? detailPane(state) : listPane(state, size, registry);
}

function listPane(state: AppState, { columns: width }: Size, registry: Registry): PaneContent {
  const title = [span(v`Messages`)];
  const shown = shownMessages(state);
  const filter = historySlice.get(state);
  const total = messagesSlice.get(state).history.length;
  const top = isFiltered(filter) ? textFilterLine(filter, { shown: shown.length, total }, width) : null;
  const above = top === null ? [] : [top.line];
  const caret = top?.caret ?? null;
  const cursor = caret === null ? null : { x: caret, y: 0 };
  if (shown.length === 0) return { title, lines: [...above, ...emptyList(state, width, registry)], cursor };
  const { rows } = messageList(state);
  const table = fitTable(state, messageTable, shown, { zone: shownZone(state) }, width);
  const view = keepInView(historyView(state), shown.length, rows);
  return {
    title,
    lines: [...above, ...tableLines(table, shown, view, rows)],
    position: positionOf(view.top, rows, shown.length),
    cursor,
  };
}

function emptyList(state: AppState, width: number, registry: Registry): readonly Line[] {
  if (messagesSlice.get(state).history.length > 0) {
    const problem = filterProblem(historySlice.get(state));
    return noMatch("messages", "messages.clear-filter", width, registry, problem);
  }
  const what = v`  Results, warnings and errors are listed here until the app ends.`;
  return [blank, line(span(v`  No messages yet.`)), ...wrapWords(span(what, "muted"), width, 2)];
}

function detailPane(state: AppState): PaneContent {
  const message = selectedMessage(state);
  const head = message === null ? [] : messageHead(message, shownZone(state)).slice(0, textHeadRows(state));
  const isFocused = historySlice.get(state).focus === "detail";
  return viewerPane({ title: [span(v`Message`)], head }, messageViewer(state), isFocused);
}

/** Draws the level and time of a message above its text. */
function messageHead(message: Message, zone: TimeZone): readonly Line[] {
  return [line(span(v` `), toneSpan(message), span(v`  ${dateTime(message.atMs, zone)}`, "muted")), blank];
}
