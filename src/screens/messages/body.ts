import { blank, fitLine, type Line, line, span } from "../../text/line.ts";
import { count } from "../../text/numbers.ts";
import { v } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import { drawField } from "../../tui/components/field.ts";
import { fitColumns, tableHead } from "../../tui/components/table.ts";
import { keySpan } from "../../tui/frame/key-label.ts";
import { frameRows } from "../../tui/layout.ts";
import { keepInView } from "../../tui/list.ts";
import type { Registry } from "../../tui/registry.ts";
import type { Body } from "../../tui/screen.ts";
import { type Message, messagesSlice } from "../../tui/state/messages.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { messageHead, messageLines } from "./detail.ts";
import { messageColumns, messageRow } from "./row.ts";
import {
  historyLayout,
  historySlice,
  historyView,
  messageText,
  selectedMessage,
  shownMessages,
} from "./state.ts";

/** Draws the Messages screen: the list, and the selected message next to it or instead of it. */
export function messagesBody(state: AppState, registry: Registry): Body {
  const { columns, sideBySide, listColumns, detailColumns } = historyLayout(state);
  const message = selectedMessage(state);
  const isOpen = historySlice.get(state).focus === "detail" && message !== null;
  if (isOpen && !sideBySide) {
    return { panes: [{ lines: detailPane(state, message), columns }], cursor: null };
  }
  const width = message !== null && sideBySide ? listColumns : columns;
  const top = topLine(state, width);
  const list = { lines: [top.line, ...listPane(state, width, registry)], columns: width };
  const detail =
    width === columns || message === null
      ? []
      : [{ lines: detailPane(state, message), columns: detailColumns }];
  const cursor = top.caret === null ? null : { x: top.caret, y: frameRows.above };
  return { panes: [list, ...detail], cursor };
}

/** Draws the filter, or the order of the list. */
function topLine(state: AppState, width: number): { readonly line: Line; readonly caret: number | null } {
  const { filter, editingFilter } = historySlice.get(state);
  if (!editingFilter && filter.value === "") {
    return { line: line(span(v` newest first`, "muted")), caret: null };
  }
  const label = v` filter  `;
  const total = messagesSlice.get(state).history.length;
  const shown = v`${count(shownMessages(state).length)} of ${count(total)} `;
  const { text, caret } = drawField(filter, Math.max(4, width - label.length - shown.length - 2));
  const spans = [span(label, editingFilter ? "accent" : "muted"), span(text), span(v`  ${shown}`, "muted")];
  return {
    line: fitLine({ spans }, width),
    caret: editingFilter ? Math.min(label.length + caret, width - 1) : null,
  };
}

function listPane(state: AppState, width: number, registry: Registry): readonly Line[] {
  const shown = shownMessages(state);
  if (shown.length === 0) return emptyList(state, width, registry);
  const { listRows } = historyLayout(state);
  const columns = fitColumns(messageColumns, width);
  const { selected, top } = keepInView(historyView(state), shown.length, listRows);
  const rows = shown
    .slice(top, top + listRows)
    .map((message, index) => messageRow(message, columns, width, top + index === selected));
  return [tableHead(columns), ...rows];
}

function emptyList(state: AppState, width: number, registry: Registry): readonly Line[] {
  if (messagesSlice.get(state).history.length > 0) {
    return [
      blank,
      line(span(v`  No messages match the filter.`)),
      line(span(v`  `), keySpan(registry, "messages.clear-filter"), span(v` clears it.`, "muted")),
    ];
  }
  const what = v`  Results, warnings and errors are listed here until the app ends.`;
  return [blank, line(span(v`  No messages yet.`)), ...wrapWords(span(what, "muted"), width, 2)];
}

function detailPane(state: AppState, message: Message): readonly Line[] {
  const { detailColumns, detailRows } = historyLayout(state);
  const { selected: top } = messageText(state);
  return [...messageHead(message), ...messageLines(message, detailColumns).slice(top, top + detailRows)];
}
