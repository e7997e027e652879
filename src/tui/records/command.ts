import type { Visible } from "../../text/visible.ts";
import type { AppState } from "../state/slice.ts";
import type { Store } from "../state/store.ts";
import type { Act } from "./acts.ts";
import type { Registry } from "./registry.ts";

/** Terminal operations that commands may call. */
export interface TerminalActions {
  /** Restores the terminal and exits with this code. */
  quit(exitCode: number): void;
  /** Suspends the process (Ctrl+Z). */
  suspend(): void;
  /** Redraws every cell. */
  redraw(): void;
  /**
   * Copies text to the clipboard through the terminal.
   * @param what name of the text for the message, which otherwise shows the text
   */
  copy(text: string, what?: string): void;
  /** Rings the bell of the terminal, or shows a notification on the desktop. */
  notify(signal: "bell" | "desktop", text: Visible): void;
  /** Turns mouse reporting on or off. */
  mouse(on: boolean): void;
  /**
   * Opens text in the user's editor and resolves when the editor exits; changes are discarded.
   * @param ending extension of the temporary file, for example `.json`
   */
  view(text: string, ending: string): Promise<void>;
  /**
   * Opens a file in the user's editor and resolves when the editor exits. Keys typed after the call go to the editor
   * or are dropped, even before `find` resolves.
   * @param find returns the file; null to leave the editor closed
   * @returns the file; null without one, or after a failure of the editor, reported in a message
   */
  edit<F extends EditedFile>(find: () => F | Promise<F | null>): Promise<F | null>;
}

/** File to open in the user's editor. */
export interface EditedFile {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Text of the line before the place; not set for the start of the line. */
  readonly before?: string;
}

/**
 * The app, as a feature and its commands see it: `R` is the started feature, `S` are the services of the app.
 */
export interface App<R = unknown, S = unknown> {
  readonly store: Store;
  readonly terminal: TerminalActions;
  readonly registry: Registry;
  readonly services: S;
  /** Result of the `start` of the feature: subscriptions, timers, requests in flight. */
  readonly running: R;
  /**
   * Runs a command of any feature by its ID, or shows the reason if it is disabled, in a message with the ID as
   * topic. Shows a `HooklensError` of the command as a message.
   */
  run(id: string, argument?: string): void;
  /** Returns the app as another feature uses it. */
  of(feature: { readonly id: string }): App<object, S>;
}

/** Scope of commands that only other commands run. */
export const internal = "internal";

/** Command of the app. The footer, help, palette and docs/keys.md are generated from these records. */
export interface Command<R = unknown, S = unknown> {
  readonly id: string;
  /**
   * Context in which the keys work: a scope of a screen, the kind of a dialog, `list` in every list unless the
   * screen binds the key itself, `global` on every screen, `always` in dialogs too, or `internal`.
   */
  readonly scope: string;
  /** Meanings of its keys; absent for a command without a key of its own. */
  readonly acts?: readonly Act[];
  /** Canonical key names (`ctrl+d`, `esc`, `g o`), from `act`; the interface shows the first. */
  readonly keys: readonly string[];
  /** Title in help and palette: an imperative without a period. */
  readonly title: string;
  /** Label in the footer, one or two words; absent for commands outside the footer. */
  readonly footerLabel?: string | ((state: AppState) => string);
  /** Returns true if the selected row needs the command next: the footer shows it first. */
  readonly isNeeded?: (state: AppState) => boolean;
  /** Returns the reason for a disabled command, or null. */
  readonly disabledReason?: (state: AppState, registry: Registry) => string | null;
  /** @param argument passed by the command that runs an internal one */
  run(app: App<R, S>, argument?: string): void | Promise<void>;
}
