import { shortestSecret } from "../text/redact.ts";

/**
 * Pattern of a webhook secret: printable ASCII without surrounding spaces, because the Hub sends it verbatim
 * as the header `X-Webhook-Secret` (https://www.rfc-editor.org/rfc/rfc9110#section-5.5). An empty text means
 * no secret.
 */
export const secretPattern = /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/;

/**
 * Returns the secret in a file, a variable or stdin, without the byte order mark and final newline that editors and
 * shells add.
 */
export function secretIn(content: string): string {
  return content.replace(/^\uFEFF/, "").replace(/\r?\n$/, "");
}

/** Returns true for a secret too short to be redacted everywhere. */
export function isShort(secret: string): boolean {
  return secret.length < shortestSecret;
}

/** Reason why a short secret is weak. */
export const shortSecret = `it has fewer than ${shortestSecret} characters, so it can be guessed, and is redacted only where its name says what it is`;

/** Returns the reason why a text does not match `secretPattern`, or null. */
export function secretProblem(secret: string): string | null {
  if (secretPattern.test(secret)) return null;
  return secret === secret.trim()
    ? "it has characters other than printable ASCII"
    : "it starts or ends with white space, which HTTP removes";
}

/**
 * Accepted values of `X-Webhook-Secret`, several during a rotation; replays send the first. With null every
 * request is accepted.
 */
export type AcceptedSecrets = string | readonly string[] | null;

/** Returns all accepted secrets, the one for replays first. */
export function secretsOf(secret: AcceptedSecrets): readonly string[] {
  return secret === null ? [] : typeof secret === "string" ? [secret] : secret;
}

/** Returns the secret for replays; null if there is none. */
export function firstSecret(secret: AcceptedSecrets): string | null {
  return secretsOf(secret)[0] ?? null;
}
