import { screenScopes } from "../focus.ts";
import type { AppState } from "../slice.ts";
import type { Command } from "./command.ts";

/** Lists the commands available on the current screen, best match first. */
export function paletteEntries(
  state: AppState,
  commands: readonly Command[],
  query: string,
): readonly Command[] {
  const scopes = screenScopes(state);
  const wanted = query.trim().toLowerCase();
  return commands
    .filter(({ scope, id }) => scopes.includes(scope) && id !== "palette.open")
    .map((command) => ({ command, rank: rankOf(command, wanted) }))
    .filter(({ rank }) => rank !== null)
    .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .map(({ command }) => command);
}

/** Ranks a match: 0 prefix, 1 start of a word, 2 substring, 3 letters in order, null no match. */
function rankOf({ title, id }: Command, wanted: string): number | null {
  const text = `${title} ${id}`.toLowerCase();
  if (text.startsWith(wanted)) return 0;
  if (text.includes(` ${wanted}`)) return 1;
  if (text.includes(wanted)) return 2;
  let at = -1;
  for (const letter of wanted.replaceAll(" ", "")) {
    at = text.indexOf(letter, at + 1);
    if (at === -1) return null;
  }
  return 3;
}
