import { type JsonError, scanJson } from "./scan-json.ts";

/** First syntax error of a JSON text. */
export interface JsonFault {
  /** Description, such as `unexpected end inside an object`; may quote up to 20 characters of the text. */
  readonly what: string;
  /** Line, from 1. */
  readonly line: number;
  /** Column in UTF-16 units, from 1. */
  readonly column: number;
}

const word = /[\w.+-]{1,20}|[^]/uy;

/** Returns the first syntax error of a JSON text (RFC 8259), at any depth, or null if the text is JSON. */
export function jsonFault(text: string): JsonFault | null {
  const error = scanJson(text);
  if (error === null) return null;
  const isCutEscape = error.kind === "escape" && error.at + 1 === text.length;
  const at = isCutEscape ? text.length : error.at;
  let line = 1;
  for (let end = text.indexOf("\n"); end !== -1 && end < at; end = text.indexOf("\n", end + 1)) line += 1;
  const column = at - text.lastIndexOf("\n", at - 1);
  return { what: isCutEscape ? cutString : description(text, error), line, column };
}

const cutString = "unexpected end inside a string";

function description(text: string, { kind, at, container }: JsonError): string {
  switch (kind) {
    case "string":
      return cutString;
    case "control-character":
      return "a line end or control character inside a string";
    case "escape":
      return "an unknown escape inside a string";
    default: {
      if (at === text.length)
        return container === null ? "no value" : `unexpected end inside an ${container.kind}`;
      word.lastIndex = at;
      const found = word.exec(text)?.[0] ?? "";
      if (found === "\uFEFF") return "a byte order mark";
      const shown = found === '"' ? "a quote" : `"${found}"`;
      return kind === "end" ? `${shown} after the end` : `${shown} instead of ${wanted(kind, container)}`;
    }
  }
}

function wanted(
  kind: "value" | "number" | "key" | "colon" | "comma",
  container: JsonError["container"],
): string {
  if (kind === "key") return "a key in double quotes";
  if (kind === "colon") return "a colon after the key";
  if (kind === "comma") return container?.kind === "object" ? "a comma or }" : "a comma or ]";
  return "a value";
}
