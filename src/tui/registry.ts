import type { Command } from "./commands/command.ts";
import { createCore } from "./core/core.ts";
import { type KeyMap, withKeys } from "./core/key-map.ts";
import type { HeaderItem } from "./frame/header-line.ts";
import { inViewer, type Scope } from "./scope.ts";
import type { Dialog, Feature, Screen } from "./screen.ts";
import type { DialogData } from "./state/nav.ts";
import type { AppState, StoredSlice } from "./state/slice.ts";

/** Parts of an app. */
export interface AppParts<S = unknown> {
  /** Screens in the order of their tabs. */
  readonly screens: readonly Screen<object, S>[];
  /** Features without a screen. */
  readonly background: readonly Feature<object, S>[];
  /** Returns the states at the right of the header, in their order. */
  headerItems(state: AppState): readonly HeaderItem[];
  /** Returns why the app lastingly lacks something, for the status line; null if it does not. */
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

/**
 * Joins the parts of an app.
 * @param keys keys that replace those of the commands; `findKeyFault` checks them
 */
export function createRegistry<S>(parts: AppParts<S>, keys: KeyMap = {}): Registry<S> {
  const withOwnKeys = <F extends Feature<object, S>>(feature: F): F => ({
    ...feature,
    commands: feature.commands.map((command) => withKeys(command, keys)),
  });
  const screens = parts.screens.map(withOwnKeys);
  const core = withOwnKeys(createCore(screens));
  const features = [...screens, ...parts.background.map(withOwnKeys), core];
  const owners = new Map(
    features.flatMap((feature) => feature.commands.map((command) => [command, feature] as const)),
  );
  const commands = [...owners.keys()];
  const byId = new Map(commands.map((command) => [command.id, command]));
  const dialogs = features.flatMap((feature) => feature.dialogs);
  const scopes = [...features.flatMap((feature) => feature.scopes), ...dialogs.map(scopeOfDialog)];
  const scopesByName = new Map(scopes.map((one) => [one.scope, one]));
  const dialogsByKind = new Map(dialogs.map((dialog) => [dialog.kind, dialog]));
  return {
    ...parts,
    screens,
    features,
    slices: features.flatMap(({ slices }) => slices),
    commands,
    scopes,
    command: (id) => known(byId.get(id), `command ${id}`),
    scope: (name) => known(scopesByName.get(name), `scope ${name}`),
    featureOf: (command) => known(owners.get(command), `feature of ${command.id}`),
    dialogOf: ({ kind }) => known(dialogsByKind.get(kind), `dialog ${kind}`),
  };
}

function scopeOfDialog({ kind, helpTitle, hasListKeys = false, field, viewer }: Dialog): Scope {
  return {
    scope: kind,
    title: helpTitle,
    outer: [
      ...(viewer === undefined ? [] : inViewer),
      ...(hasListKeys ? ["list"] : []),
      // A text asks nothing, so the keys of the screens leave it.
      ...(viewer === undefined ? [] : ["screens"]),
      "always",
    ],
    ...(field === undefined ? {} : { hasField: true }),
  };
}

function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new TypeError(`no ${what} is registered`);
  return value;
}
