import uFuzzy from "@leeoniya/ufuzzy";
import { memo } from "../../text/memo.ts";
import { searchWords } from "../records/acts.ts";
import type { Command } from "../records/command.ts";

/** Command that matches a query. */
export interface FoundCommand {
  readonly command: Command;
  /** Matched parts of the title, as alternating start and end indexes. */
  readonly matched: readonly number[];
}

/** Maximum number of terms matched in any order: each order is tried, and 4 terms have 24. */
const maxTermsInAnyOrder = 4;

/** Matches terms at word starts, with up to two other characters between letters. */
const byWordStarts = new uFuzzy({ intraIns: 2, interLft: 2 });
/** Matches terms at word starts, letter by letter. */
const byWords = new uFuzzy({ interLft: 2 });
/** Matcher of terms anywhere in the text. */
const byParts = new uFuzzy();

/** Returns the commands that match a query, best match first; all of them for an empty query. */
export function bestMatches(commands: readonly Command[], query: string): readonly FoundCommand[] {
  const wanted = query.trim();
  if (wanted === "") return commands.map((command) => ({ command, matched: [] }));
  const found = search(byWordStarts, commands, ({ title }) => title, wanted);
  if (found.length > 0) return found;
  return search(byParts, commands, ({ title, id }) => `${title} ${id}`, wanted);
}

/** Returns the commands that a query finds by their title, then those that it finds by the meaning of their key. */
export function bestMatchesOfMeaning(commands: readonly Command[], query: string): readonly FoundCommand[] {
  const found = bestMatches(commands, query);
  if (query.trim() === "") return found;
  const known = new Set(found.map(({ command }) => command));
  const others = search(byWords, commands, meaningOf, query.trim());
  return [
    ...found,
    ...others.filter(({ command }) => !known.has(command)).map(({ command }) => ({ command, matched: [] })),
  ];
}

const meaningOf = memo(({ acts: names = [] }: Command): string => names.map(searchWords).join(" "));

function search(
  matcher: uFuzzy,
  commands: readonly Command[],
  textOf: (command: Command) => string,
  wanted: string,
): readonly FoundCommand[] {
  // The matcher ranks nothing above its limit of reordered terms.
  const isLong = wanted.split(/\s+/).length > maxTermsInAnyOrder;
  const [, info, order] = matcher.search(commands.map(textOf), wanted, isLong ? 0 : maxTermsInAnyOrder);
  if (!info || !order) return [];
  return order.flatMap((at) => {
    const command = commands[info.idx[at] ?? -1];
    if (command === undefined) return [];
    const matched = (info.ranges[at] ?? []).map((edge) => Math.min(edge, command.title.length));
    return [{ command, matched }];
  });
}
