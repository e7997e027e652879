import type { Span } from "../../text/line.ts";
import type { Scope } from "../scope.ts";
import type { DialogData } from "../state/nav.ts";
import type { AppState, StoredSlice } from "../state/slice.ts";
import type { Command } from "./command.ts";
import type { Dialog, Feature, Screen } from "./screen.ts";

/** State at the right of the header. */
export interface HeaderItem {
  /** Texts from the longest to the shortest. */
  readonly variants: readonly (readonly Span[])[];
  /** Importance: items with a lower rank are shortened and removed first. */
  readonly rank: number;
  /** True if the item is never removed. */
  readonly isKept: boolean;
  /** True if the item is shortened by its rank, but removed before all others. @default false */
  readonly isRemovedFirst?: boolean;
}

/** Properties of a screen that the frame shows before its module is loaded. */
export interface Tab {
  readonly id: string;
  readonly title: string;
  /** Key that shows the screen. */
  readonly key: string;
}

/** Parts of an app. */
export interface AppParts<S = unknown> {
  /** Tabs of all screens, in order. */
  readonly tabs: readonly Tab[];
  /** Loaded screens in the order of their tabs: the first one at least. */
  readonly screens: readonly Screen<object, S>[];
  /** Features without a screen. */
  readonly background: readonly Feature<object, S>[];
  /** Returns the states at the right of the header, in their order. */
  headerItems(state: AppState): readonly HeaderItem[];
  /** Returns the reason for a lasting lack of the app, for the status line, or null. */
  problem(state: AppState): string | null;
}

/** Parts of the app with the slices, commands and dialogs of all features. */
export interface Registry<S = unknown> extends AppParts<S> {
  readonly features: readonly Feature<object, S>[];
  readonly slices: readonly StoredSlice[];
  readonly commands: readonly Command[];
  /** Scopes of the screens and of the dialogs, in the order of the help. */
  readonly scopes: readonly Scope[];
  /** @throws {TypeError} if no command has this ID */
  command(id: string): Command;
  /** @throws {TypeError} if there is no scope of this name */
  scope(name: string): Scope;
  /** @throws {TypeError} if the command is not registered */
  featureOf(command: Command): Feature<object, S>;
  /** @throws {TypeError} if no dialog of this kind is registered */
  dialogOf(data: DialogData): Dialog;
}
