/** Maximum length of a quoted text, in characters; the finding's place shows the rest. */
const longest = 60;

/**
 * Formats a value for messages: strings in quotes, escaped as in JSON, at most 60 characters; lists and
 * objects as `a list` and `an object`.
 */
export function quoted(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string") return String(value);
  // Cuts the text before splitting it into characters: it can be megabytes long.
  const characters = Array.from(value.slice(0, 2 * longest + 2));
  const isCut = characters.length > longest;
  return JSON.stringify(isCut ? `${characters.slice(0, longest - 1).join("")}…` : value);
}
