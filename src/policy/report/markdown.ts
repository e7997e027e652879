import { flowed } from "../../text/flowed.ts";
import { visible } from "../../text/visible.ts";

/** Comment that breaks an address or a mention: GitHub finds both in text, and escapes do not prevent that. */
const nothing = "<!-- -->";

/**
 * Escapes untrusted text for one line, item or cell of GitHub Markdown: no markup, links, HTML, mentions or cells.
 * Joins lines. Escapes only characters with a meaning at their place: `2026-07-01` and `a_b` stay.
 */
export function markdown(text: string): string {
  return (
    visible(flowed(text))
      .trimStart()
      // Anywhere: escapes, code, emphasis, links and images, strikethrough, cells, mathematics.
      .replaceAll(/[\\`*[~|$]/g, "\\$&")
      // An underscore within a word is no emphasis.
      .replaceAll(/(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu, (run) => run.replaceAll("_", "\\_"))
      .replaceAll(/&(?=#?[a-z\d]+;)/gi, "&amp;")
      .replaceAll("<", "&lt;")
      // Addresses that GitHub links without markup.
      .replaceAll("://", "\\://")
      .replaceAll(/(?<=www)\./gi, "\\.")
      .replaceAll(/@(?=\S)/g, `@${nothing}`)
      // First in a block: quotes, items, rules and underlines; a heading, and its closing number signs.
      .replace(/^(?:>|[-+](?=\s|$)|[-=](?=[-=\s]*$))/, "\\$&")
      .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2")
      .replaceAll(/(?<!\S)#(?=#*(?:\s|$))/g, "\\#")
  );
}
