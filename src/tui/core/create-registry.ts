import type { AppParts, Registry } from "../records/registry.ts";
import type { Dialog, Feature } from "../records/screen.ts";
import { inViewer, type Scope } from "../scope.ts";
import { createCore } from "./core.ts";
import { type KeyMap, withKeys } from "./key-map.ts";

/**
 * Joins the parts of an app.
 * @param keys keys that replace default ones; `findKeyFault` checks them
 */
export function createRegistry<S>(parts: AppParts<S>, keys: KeyMap = {}): Registry<S> {
  const withOwnKeys = <F extends Feature<object, S>>(feature: F): F => ({
    ...feature,
    commands: feature.commands.map((command) => withKeys(command, keys)),
  });
  const screens = parts.screens.map(withOwnKeys);
  const core = withOwnKeys(createCore(parts.tabs));
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

function scopeOfDialog({ kind, helpTitle, hasListKeys = false, typeAhead, field, viewer }: Dialog): Scope {
  return {
    scope: kind,
    title: helpTitle,
    outer: [
      ...(viewer === undefined ? [] : inViewer),
      ...(hasListKeys ? ["list"] : typeAhead !== undefined && field === undefined ? ["chooser"] : []),
      // A text asks no question, so the keys of the screens close it.
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
