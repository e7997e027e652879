import { dump } from "js-yaml";
import { replaceHidden } from "../text/machine-json.ts";

/**
 * Formats a value as YAML that is safe on a terminal. If any text has a character that a terminal hides or obeys,
 * quotes all texts and escapes the character as \uXXXX. Keys must be plain words.
 */
export function machineYaml(value: unknown): string {
  const text = dump(value, { lineWidth: -1 });
  if (replaceHidden(text, escaped) === text) return text;
  return replaceHidden(dump(value, { lineWidth: -1, forceQuotes: true, quoteStyle: "double" }), escaped);
}

/** YAML has no surrogates: a character beyond the first plane has eight digits. */
function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}
