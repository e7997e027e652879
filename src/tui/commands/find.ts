import { activeScopes } from "../focus.ts";
import type { Registry } from "../registry.ts";
import type { AppState } from "../state/slice.ts";
import type { Command } from "./command.ts";

/** Returns the first command with this key, from the innermost scope outward. */
export function findCommand(registry: Registry, state: AppState, id: string): Command | null {
  for (const scope of activeScopes(registry, state)) {
    const command = registry.commands.find((one) => one.scope === scope && one.keys.includes(id));
    if (command !== undefined) return command;
  }
  return null;
}
