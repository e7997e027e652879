import { screenScopes } from "../focus.ts";
import type { Command } from "../records/command.ts";
import type { Registry } from "../records/registry.ts";
import type { Place, Screen } from "../records/screen.ts";
import { behindDialog } from "../state/nav.ts";
import type { AppState } from "../state/slice.ts";
import { bestMatchesOfMeaning, type FoundCommand } from "./best-matches.ts";
import { isEnabled } from "./list-box.ts";

/** Command of the palette, or a webhook, delivery, policy or filter that it leads to. */
export interface PaletteEntry extends FoundCommand {
  /** Title of the screen or pane that the entry shows first; empty for the visible one. */
  readonly leadsTo: string;
  readonly place?: Place;
}

/** Returns the commands of the visible screen, and those of others with the title of their screen or pane. */
export function listedCommands(state: AppState, registry: Registry): ReadonlyMap<Command, string> {
  const scopes = screenScopes(registry, state);
  const here = registry.commands.filter(({ scope, id }) => scopes.includes(scope) && id !== "palette.open");
  const elsewhere = registry.screens
    .flatMap((screen) => ownCommands(state, registry, screen))
    .filter(({ scope }) => !scopes.includes(scope));
  return new Map([
    ...here.map((command) => [command, ""] as const),
    ...elsewhere.map((command) => [withoutReason(command), registry.scope(command.scope).title] as const),
  ]);
}

/**
 * Lists the commands of all screens, enabled ones first, of these the ones of the visible screen, then the places with a
 * name or a number that matches.
 */
export function paletteEntries(state: AppState, registry: Registry, query: string): readonly PaletteEntry[] {
  const listed = listedCommands(state, registry);
  const behind = behindDialog(state);
  const ranked = bestMatchesOfMeaning([...listed.keys()], query).map((entry) => {
    const leadsTo = listed.get(entry.command) ?? "";
    // Enabled commands come first, and of these the ones of the visible screen.
    const rank = !isEnabled(entry.command, behind, registry) ? 2 : leadsTo === "" ? 0 : 1;
    return { ...entry, leadsTo, rank };
  });
  const found = ranked.toSorted((one, other) => one.rank - other.rank);
  return [...found, ...places(state, registry, query.trim())];
}

/** Returns the commands that work on a screen once it is visible, or has opened what they act on. */
function ownCommands(state: AppState, registry: Registry, screen: Screen): readonly Command[] {
  const innermost = screen.scope(state);
  const chain = new Set([innermost, ...registry.scope(innermost).outer]);
  const own = screen.scopes.filter(
    ({ scope, enteredBy }) =>
      chain.has(scope) || (enteredBy !== undefined && chain.has(registry.command(enteredBy).scope)),
  );
  const scopes = new Set(own.map(({ scope }) => scope));
  return registry.commands.filter(({ scope, acts = [] }) => scopes.has(scope) && !acts.includes("back"));
}

const enabled = new WeakMap<Command, Command>();

/** Returns a command of another screen without its reason, which applies to what that screen shows then. */
export function withoutReason(command: Command): Command {
  const known = enabled.get(command);
  if (known !== undefined) return known;
  const { disabledReason: _, ...rest } = command;
  enabled.set(command, rest);
  return rest;
}

function titleOf({ tabs }: Registry, screen: string | undefined): string {
  return tabs.find(({ id }) => id === screen)?.title ?? "";
}

function places(state: AppState, registry: Registry, query: string): readonly PaletteEntry[] {
  if (query === "") return [];
  const found = registry.screens.flatMap((screen) =>
    (screen.places?.(state, query) ?? []).map((place) => ({
      command: { ...withoutReason(registry.command(place.command)), title: place.title, keys: [] },
      matched: [],
      leadsTo: titleOf(registry, screen.id),
      place,
    })),
  );
  const isExact = ({ place }: (typeof found)[number]) => place.argument === query;
  return [...found.filter(isExact), ...found.filter((one) => !isExact(one))];
}
