import { redacted } from "./headers.ts";

/** A shorter text is found in words that have nothing to do with it, and keeps nobody out. */
const shortestSecret = 6;

/**
 * How a secret looks in what others write of it: as it is, within JSON, in a URL, in Base64 and hex of it alone, and as it looks to
 * a program that takes the header's UTF-8 for Latin-1. The longest first, so that none leaves the rest of another behind.
 * @returns nothing for a secret of less than six characters
 */
export function formsOf(secret: string): readonly string[] {
  if (secret.length < shortestSecret) return [];
  const bytes = Buffer.from(secret);
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    bytes.toString("latin1"),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ];
  return [...new Set(forms)].toSorted((a, b) => b.length - a.length);
}

/** A text without the secrets. */
export function redactText(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) for (const form of formsOf(secret)) clean = clean.replaceAll(form, redacted);
  return clean;
}
