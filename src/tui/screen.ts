import type { Line, Span } from "../text/line.ts";
import type { Visible } from "../text/visible.ts";
import type { Command, CommandContext } from "./commands/command.ts";
import type { Floating } from "./dialogs/box.ts";
import type { ListModel } from "./list.ts";
import type { Registry } from "./registry.ts";
import type { DialogData } from "./state/nav.ts";
import type { Action, AppState, StoredSlice } from "./state/slice.ts";
import type { TextField } from "./text-field.ts";

/** Running part of a feature: requests, subscriptions, timers. */
export interface Effects {
  /** Ends subscriptions and timers. */
  stop?(): void | Promise<void>;
}

/** Context in which the keys of commands work, with its title in the help. */
export interface ScopeTitle {
  readonly scope: string;
  readonly title: string;
}

/** A part of the app in a folder of its own: its state, commands, dialogs and effects. */
export interface Feature<E extends Effects = Effects, StartContext = never> {
  readonly id: string;
  readonly slices: readonly StoredSlice[];
  readonly commands: readonly Command<E>[];
  readonly dialogs: readonly Dialog[];
  /** Scopes of the commands outside of dialogs, in the order of the help. */
  readonly scopes: readonly ScopeTitle[];
  /** Starts what the feature does; called once, before the first frame. */
  start(context: StartContext, registry: Registry): E;
  /** Fetches again what is shown. */
  refresh?(context: CommandContext<E>): void;
  /** Undoes the last change of the feature. */
  readonly undo?: {
    /** Returns why there is nothing to undo; null if there is. */
    disabledReason(state: AppState): string | null;
    run(context: CommandContext<E>): void | Promise<void>;
  };
  /** Returns the changes of a terminal that was resized. */
  resized?(state: AppState): readonly Action[];
  /** Returns when visible ages change next, or something expires; `Infinity` if nothing does. */
  nextTickMs?(state: AppState, nowMs: number): number;
  /** Returns the changes at a tick of the clock. */
  tick?(state: AppState, nowMs: number): readonly Action[];
}

/** A text to copy, with what it is: `payload`. */
export interface CopyItem {
  readonly label: string;
  readonly text: string;
}

/** A screen of the app: a feature with a tab and a body. */
export interface Screen<E extends Effects = Effects, StartContext = never> extends Feature<E, StartContext> {
  readonly title: string;
  readonly key: string;
  /** Title of the command that shows the screen; `Show` and the screen's title by default. */
  readonly showTitle?: string;
  /** Returns the active scopes of the screen, innermost first. */
  activeScopes(state: AppState): readonly string[];
  /** Returns the text field that receives typed text. */
  field?(state: AppState): FocusedField | null;
  /** Returns the focused list or text. */
  list(state: AppState): ListModel | null;
  /** Returns what the wheel scrolls at a position of the body (from 0). */
  listAt(state: AppState, x: number, y: number): ListModel | null;
  /** Returns the changes of a click at a position of the body (from 0). */
  click(state: AppState, x: number, y: number): readonly Action[];
  /** Returns the ID, path or text to copy; null if nothing is selected. */
  copyText(state: AppState): string | null;
  /** Returns what can be copied of the selected row, its ID first; without it, only `copyText`. */
  copyItems?(state: AppState): readonly CopyItem[];
  /** Called when the screen becomes visible. */
  shown?(effects: E): void;
  /** Returns what the tab shows behind the title. */
  badge?(state: AppState): Visible | null;
  /** Returns an error in what is being typed; it precedes messages in the status line. */
  inputError?(state: AppState): readonly Span[] | null;
  /** Returns the status line. */
  status(state: AppState, registry: Registry): readonly Span[];
  body(state: AppState, registry: Registry): Body;
}

/** A part of the body: rows of text in columns of their own. */
export interface Pane {
  readonly lines: readonly Line[];
  readonly columns: number;
}

/** Content between the tabs and the status line. */
export interface Body {
  /** Lines above the panes. */
  readonly above?: readonly Line[];
  /** Panes side by side. */
  readonly panes: readonly Pane[];
  /** Position of the terminal's cursor in cells; null if hidden. */
  readonly cursor: { readonly x: number; readonly y: number } | null;
}

/** A dialog over the screen. It is modal: keys reach only its own commands, whose scope is its kind. */
export interface Dialog<D extends DialogData = DialogData> {
  readonly kind: D["kind"];
  /** Title in the help; null if its keys are not listed there. */
  readonly helpTitle: string | null;
  /** True if the reason is shown when a disabled key is pressed; otherwise the key is ignored. */
  readonly showsDisabledReason?: boolean;
  /** Returns the text field that receives typed text. */
  field?(dialog: D): FocusedField | null;
  /** Returns the list or text that the list commands and the wheel move in. */
  list?(state: AppState, dialog: D, registry: Registry): ListModel | null;
  /** True if the list commands have their usual keys, which a text field would need. */
  readonly hasListKeys?: boolean;
  copyText?(state: AppState, dialog: D): string | null;
  box(state: AppState, dialog: D, registry: Registry): Floating;
}

/** The text field that receives typed text. */
export interface FocusedField {
  readonly field: TextField;
  /** Returns the change of the field. */
  put(field: TextField): Action;
}
