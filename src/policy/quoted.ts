/** Longer values are cut in messages; the place tells where the whole value is. */
const longest = 60;

/**
 * A value as a message names it: strings in quotes with what is not printable escaped as in JSON, at most 60 characters of them;
 * of an object or a list only that it is one.
 */
export function quoted(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string") return String(value);
  // Cut before it is measured in characters: a text can have megabytes.
  const characters = Array.from(value.slice(0, 2 * longest + 2));
  const isCut = characters.length > longest;
  return JSON.stringify(isCut ? `${characters.slice(0, longest - 1).join("")}…` : value);
}
