// Writes the table of keys in README.md from the command registry.
import { readFileSync, writeFileSync } from "node:fs";
import { commands } from "../src/app/commands/registry.ts";
import { helpScopes } from "../src/app/help-lines.ts";
import { keyLabel } from "../src/tui/frame/key-label.ts";

export const readmeFile = new URL("../README.md", import.meta.url);
const begin = "<!-- keys: written by scripts/write-readme-keys.ts -->\n";
const end = "<!-- end of keys -->\n";

/** The README with its table of keys as the registry has it now. */
export function withKeys(readme: string): string {
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from === -1 || to === -1) throw new Error("README.md has lost the marks around its table of keys");
  return readme.slice(0, from + begin.length) + keyTables() + readme.slice(to);
}

function keyTables(): string {
  return helpScopes
    .map(({ scope, title }) => {
      const rows = commands
        .filter((command) => command.scope === scope && command.keys.length > 0)
        .map(
          ({ keys, title: what }) => `| ${keys.map((key) => `\`${keyLabel(key)}\``).join(" ")} | ${what} |`,
        );
      return `**${title}**\n\n| key | what it does |\n|---|---|\n${rows.join("\n")}\n\n`;
    })
    .join("");
}

if (import.meta.main) writeFileSync(readmeFile, withKeys(readFileSync(readmeFile, "utf8")));
