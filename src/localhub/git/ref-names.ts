/**
 * Returns true for a valid branch, tag or full ref name (`git check-ref-format`, and no dash in front, which could be
 * taken for an option).
 */
export function isRefName(text: string): boolean {
  return (
    text.length > 0 &&
    text.length <= 250 &&
    text !== "@" &&
    !/^[-/]|\/$|\/\/|\.\.|@\{|\.$|[\p{Cc}\s~^:?*[\\]/u.test(text) &&
    text.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"))
  );
}

/** Returns true for a complete object id. */
export function isSha(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}

export const mainRef = "refs/heads/main";
