import { zoneName } from "../../text/clock-time.ts";
import type { Line, Span } from "../../text/line.ts";
import { line, span } from "../../text/line.ts";
import { toneStyles } from "../../text/tone-styles.ts";
import { type Visible, v, visible } from "../../text/visible.ts";
import { focusedList, shownScreen } from "../focus.ts";
import { keyLine } from "../frame/key-line.ts";
import { lastingStatus, problemSpan } from "../frame/status-line.ts";
import { paneSize } from "../layout.ts";
import type { ListModel } from "../list.ts";
import type { Registry } from "../records/registry.ts";
import { messagesSlice } from "../state/messages.ts";
import { type DialogData, navSlice } from "../state/nav.ts";
import { preferencesSlice } from "../state/preferences.ts";
import type { AppState } from "../state/slice.ts";
import { windowSlice } from "../state/window.ts";
import { type LinearLine, type LinearPage, wholePage } from "./announcement.ts";
import { lineText } from "./line-text.ts";

/** Columns of the window in linear mode: wide enough to never cut or wrap. */
export const linearColumns = 10_000;

/** Returns the lines about the focused pane or the open dialog. */
export function linearLines(state: AppState, registry: Registry): readonly Visible[] {
  return wholePage(linearPage(state, registry));
}

/** Describes the focused pane of the shown screen, or the open dialog, with the status and the keys. */
export function linearPage(state: AppState, registry: Registry): LinearPage {
  const { screen, dialogs } = navSlice.get(state);
  const top = dialogs.at(-1);
  const pane = shownScreen(registry, state).focusedPane(state);
  // The status belongs to the screen, which a dialog covers.
  const problem = registry.problem(state);
  const status =
    top === undefined ? lastingStatus(state, registry) : problem === null ? [] : [problemSpan(problem)];
  return {
    place: [screen, pane, ...dialogs.map(({ kind }) => kind)].join(" "),
    lines: [
      ...(top === undefined ? paneLines(state, registry, pane) : dialogLines(state, registry, top)),
      ...messageLines(state),
      ...oneLine("text", ...status),
      ...zoneLine(state),
      ...oneLine("quiet", span(v`keys  `), ...keyLine(state, registry).spans),
    ],
  };
}

function paneLines(state: AppState, registry: Registry, id: string): readonly LinearLine[] {
  const screen = shownScreen(registry, state);
  const content = screen.pane(state, id, paneSize(state, screen, id), registry);
  const { title, lines, cursor = null, position = v``, foot = [] } = content;
  const tab = registry.tabs.find((one) => one.id === screen.id);
  const badge = screen.badge?.(state) ?? v``;
  return [
    ...oneLine("quiet", span(v`screen: ${tab?.title ?? ""} ${badge}`)),
    ...registry.headerItems(state).flatMap(({ variants }) => oneLine("text", ...(variants[0] ?? []))),
    ...(screen.notice?.(state, linearColumns, registry) ?? []).flatMap(({ spans }) =>
      oneLine("text", ...spans),
    ),
    ...oneLine("text", ...title),
    ...contentLines(lines, cursor?.y ?? null, focusedList(registry, state)),
    ...oneLine("quiet", span(position)),
    ...oneLine("text", ...foot),
  ];
}

function dialogLines(state: AppState, registry: Registry, data: DialogData): readonly LinearLine[] {
  const { title, lines, cursor, top, position = v`` } = registry.dialogOf(data).box(state, data, registry);
  const cursorRow = cursor === null ? null : cursor.y - top - 1;
  return [
    ...oneLine("text", span(v`dialog: ${title}`)),
    ...contentLines(lines, cursorRow, focusedList(registry, state)),
    ...oneLine("text", span(position)),
  ];
}

/** Describes rows; those with the cursor or the selection are current. */
function contentLines(
  lines: readonly Line[],
  cursorRow: number | null,
  list: ListModel | null,
): readonly LinearLine[] {
  return lines.flatMap((row, index): readonly LinearLine[] => {
    const text = lineText(row);
    if (text === "") return [];
    if (row.role === "selected") return [{ text, role: "current", mark: selectedMark(list) }];
    if (row.role === "field" || index === cursorRow) {
      return [{ text: withoutPrompt(text), role: "current", mark: v`editing` }];
    }
    return [{ text, role: row.role === "row" ? "quiet" : "text" }];
  });
}

/** Removes the sign before the text of a filter or the palette. */
function withoutPrompt(text: Visible): Visible {
  const typed = text.replace(/^[:/](?: |$)/, "");
  return visible(typed === "" ? "nothing" : typed);
}

/** Returns the text before the selected row. */
function selectedMark(list: ListModel | null): Visible {
  if (list === null) return v`selected`;
  const { selected, count, loadedPart = { from: 0, all: count } } = list;
  return loadedPart === null
    ? v`selected`
    : v`selected ${loadedPart.from + selected + 1} of ${loadedPart.all}`;
}

function messageLines(state: AppState): readonly LinearLine[] {
  const { toasts } = messagesSlice.get(state);
  return toasts.flatMap(({ tone, text }) => oneLine("text", span(v`${toneStyles[tone].word}: ${text}`)));
}

/** Returns the time zone once its name is known. */
function zoneLine(state: AppState): readonly LinearLine[] {
  const { zone, namesZone } = preferencesSlice.get(state);
  if (!namesZone) return [];
  return oneLine("once", span(v`time zone: ${zoneName(windowSlice.get(state).nowMs, zone)}`));
}

/** Returns a line; none if it is empty. */
function oneLine(role: LinearLine["role"], ...spans: readonly Span[]): readonly LinearLine[] {
  const text = lineText(line(...spans));
  return text === "" ? [] : [{ text, role }];
}
