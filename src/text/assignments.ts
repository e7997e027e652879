import { shellWord } from "./shell-word.ts";

/** One assignment in POSIX shell syntax, up to the next one. */
const assignment = /([^\s='"\\]+)=((?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])*)(?:\s+|$)/y;

/** Quoted and plain parts of a value. */
const part = /'([^']*)'|"([^"]*)"|\\(.)|([^'"\\]+)/g;

/** Formats variables as `NAME=value NAME='other value'`. */
export function formatAssignments(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value === "" ? "" : shellWord(value)}`)
    .join(" ");
}

/** Parses variables in the format of `formatAssignments`. Returns null if the text has another format. */
export function readAssignments(text: string): Readonly<Record<string, string>> | null {
  const rest = text.trim();
  const found: [name: string, value: string][] = [];
  assignment.lastIndex = 0;
  for (let at = 0; at < rest.length; at = assignment.lastIndex) {
    const [, name, value] = assignment.exec(rest) ?? [];
    if (name === undefined || value === undefined) return null;
    found.push([name, value.replaceAll(part, "$1$2$3$4")]);
  }
  return Object.fromEntries(found);
}
