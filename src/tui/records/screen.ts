import type { NamedColumn, Table } from "../../tables/column.ts";
import type { Line, Span } from "../../text/line.ts";
import type { Visible } from "../../text/visible.ts";
import type { Arrangement, Point } from "../layout.ts";
import type { ListModel } from "../list.ts";
import type { Scope } from "../scope.ts";
import type { DialogData } from "../state/nav.ts";
import type { Action, AppState, StoredSlice } from "../state/slice.ts";
import type { Size } from "../state/window.ts";
import type { TextField } from "../text-field.ts";
import type { PaneViewer } from "../viewer/pane-viewer.ts";
import type { App, Command } from "./command.ts";
import type { Registry } from "./registry.ts";

/** Running part of a feature: subscriptions, timers, requests in flight. */
export interface Running {
  /** Ends all of it. */
  stop?(): void | Promise<void>;
}

/** Part of the app: state, commands and dialogs, and its running part (`R`) with the services of the app (`S`). */
export interface Feature<R extends Running = object, S = unknown> {
  readonly id: string;
  readonly slices: readonly StoredSlice[];
  readonly commands: readonly Command<R, S>[];
  readonly dialogs: readonly Dialog[];
  /** Scopes of the commands outside of dialogs, in the order of the help. */
  readonly scopes: readonly Scope[];
  /** Starts the running part of the feature; called once, before the first frame. */
  start(app: App<unknown, S>): R;
  /** Reloads the data of the feature. */
  refresh?(app: App<R, S>): void;
  /** Undoes the last change of the feature. */
  readonly undo?: {
    /** Returns the reason why nothing can be undone, or null. */
    disabledReason(state: AppState): string | null;
    run(app: App<R, S>): void | Promise<void>;
  };
  /**
   * Returns the action that asks about an unsaved change, or null.
   * @param next ID of the command that runs unless the person stays
   */
  unsaved?(state: AppState, next: string): Action | null;
  /** Returns what the palette leads to by a name or number that contains the query, the best first; a few at most. */
  places?(state: AppState, query: string): readonly Place[];
  /** Returns the actions that adapt the feature to a new terminal size. */
  resized?(state: AppState): readonly Action[];
  /** Returns the time of the next change of a visible age or expiry; `Infinity` without one. */
  nextTickMs?(state: AppState, nowMs: number): number;
  /** Returns the actions of a clock tick. */
  tick?(state: AppState, nowMs: number): readonly Action[];
}

/** Row of a screen that the palette leads to. */
export interface Place {
  readonly title: string;
  /** Short text that tells equal titles apart. */
  readonly note?: string;
  /** ID of the internal command that shows the row, and its argument. */
  readonly command: string;
  readonly argument: string;
}

/** Text to copy, with its label, for example `payload`. */
export interface CopyItem {
  readonly label: string;
  readonly text: string;
  /** Says what the text requires when used; absent if nothing. */
  readonly note?: string;
}

/** Feature with a tab and panes. */
export interface Screen<R extends Running = object, S = unknown> extends Feature<R, S>, Arrangement {
  /** Returns the innermost scope that receives keys. */
  scope(state: AppState): string;
  /** Returns the text field that receives typed text; null if there is none. */
  field?(state: AppState): FocusedField | null;
  /** Returns the open suggestions of that field; null if there are none. */
  suggestions?(state: AppState): SuggestionList | null;
  /** Returns the action that focuses a pane; undefined on a screen that shows one pane at a time. */
  focusPane?(id: string): Action;
  /** Returns the table of the pane `list`, if its rows can be sorted. */
  table?(state: AppState): Table<never, never>;
  /**
   * Returns the columns that the sort key cycles through, in order.
   * @default the visible ones
   */
  sortColumns?(state: AppState): readonly NamedColumn<never, never>[];
  /** Returns the list of a pane, for keys and the wheel; null for a text, which scrolls if it does not fit. */
  listIn(state: AppState, id: string, registry: Registry): ListModel | null;
  /** Returns the long text or JSON of a pane; null if it has none. */
  viewer?(state: AppState, id: string): PaneViewer | null;
  /** Returns the actions of a click on the content of a pane (from 0), after focusing the pane. */
  click?(state: AppState, id: string, point: Point): readonly Action[];
  /** Returns the ID, path or text to copy; null if nothing is selected. */
  copyText(state: AppState): string | null;
  /** Returns the copyable texts of the selected row, its ID first. @default only `copyText` */
  copyItems?(state: AppState): readonly CopyItem[];
  /** Loads unknown texts of `copyItems`; the open menu shows them once loaded. */
  loadCopyItems?(app: App<R, S>): Promise<void>;
  /** Loads what `places` finds; the palette calls it when it opens. */
  loadPlaces?(app: App<R, S>): void;
  /** Called when the screen becomes visible. */
  shown?(app: App<R, S>): void;
  /** Returns the text after the title in the tab; null for none. */
  badge?(state: AppState): Visible | null;
  /** Returns the error explained by the panes, or null; status line and boxes do not repeat it. */
  shownError?(state: AppState): string | null;
  /** Draws the always visible lines above the panes: as many as `noticeRows`. */
  notice?(state: AppState, width: number, registry: Registry): readonly Line[];
  /** Returns the status line without an error, message or problem. */
  status(state: AppState, registry: Registry): readonly Span[];
  /** Draws a pane. @param size rows and columns of its content */
  pane(state: AppState, id: string, size: Size, registry: Registry): PaneContent;
}

/** Content of a pane. */
export interface PaneContent {
  /** Title in the top border, for example the tabs of the pane. */
  readonly title: readonly Span[];
  readonly lines: readonly Line[];
  /** Visible part of a list or text: `1-36 of 280,017`. */
  readonly position?: Visible;
  /** Text in the bottom border. */
  readonly foot?: readonly Span[];
  /** Position of the terminal's cursor in the content; null if hidden. */
  readonly cursor?: Point | null;
}

/** Modal dialog over the screen. Keys reach only commands whose scope is its kind, `always`, `list`, or of its viewer. */
export interface Dialog<D extends DialogData = DialogData> {
  readonly kind: D["kind"];
  /** Title of its keys in docs/keys.md. */
  readonly helpTitle: string;
  /** True if a disabled key shows its reason; otherwise the key is ignored. */
  readonly showsDisabledReason?: boolean;
  /** Returns the text field that receives typed text; null if there is none. */
  field?(dialog: D): FocusedField | null;
  /** Returns the list or text that the list commands and the wheel scroll. */
  list?(state: AppState, dialog: D, registry: Registry): ListModel | null;
  /** Returns the long text that the dialog shows; null until it is loaded. */
  viewer?(state: AppState, dialog: D): PaneViewer | null;
  /** True if the keys of the list commands work in the dialog, which then has no text field. */
  readonly hasListKeys?: boolean;
  /** Returns what typing selects among in a dialog without a focused text field; null if nothing. */
  typeAhead?(state: AppState, dialog: D, registry: Registry): TypeAhead | null;
  copyText?(state: AppState, dialog: D): string | null;
  /** Returns the open suggestions of the focused field; null if there are none. */
  suggestions?(state: AppState, dialog: D): SuggestionList | null;
  box(state: AppState, dialog: D, registry: Registry): Floating;
}

/** Texts that typing selects among: the rows of a chooser, the values of a choice. */
export interface TypeAhead {
  readonly texts: readonly string[];
  select(index: number): Action;
}

/** Place of the rows of a list in a dialog. */
export interface DialogRows {
  /** Index of the line with the first visible row. */
  readonly line: number;
  /** Index of the first visible row in the list. */
  readonly first: number;
  /** Number of visible rows. */
  readonly count: number;
}

/** Bordered box over the screen. */
export interface Floating {
  readonly title: Visible;
  /** Lines, each `columns` wide. */
  readonly lines: readonly Line[];
  /** Columns of the content, without border and padding. */
  readonly columns: number;
  readonly left: number;
  readonly top: number;
  /** Position of the terminal's cursor in cells; null if hidden. */
  readonly cursor: { readonly x: number; readonly y: number } | null;
  /** Rows selectable by a click; undefined in a dialog without a list. */
  readonly rows?: DialogRows;
  /** Visible part of a list or text, in the bottom border. */
  readonly position?: Visible;
  /** Keys in the bottom border; only the top dialog has them. */
  readonly keys?: Line;
}

/** Text field that receives typed text. */
export interface FocusedField {
  readonly field: TextField;
  /** Returns the action that replaces the field. */
  put(field: TextField): Action;
}

/** Open suggestions of a field, which the commands of the scopes `suggestions` and `suggestion` use. */
export interface SuggestionList {
  readonly count: number;
  /** Index of the chosen suggestion; null for the typed text. */
  readonly chosen: number | null;
  choose(index: number | null): Action;
  /** Returns the action that puts a suggestion into the field. */
  take(index: number): Action;
  /** ID of the command that runs after taking a suggestion. */
  readonly thenRun?: string;
  close(): Action;
  /** Scope of the field; its keys precede those of the suggestions while none is chosen. */
  readonly precededBy?: string;
}
