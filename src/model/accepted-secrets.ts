/** Accepted values of `X-Webhook-Secret`, several during a rotation; replays send the first. Null accepts every request. */
export type AcceptedSecrets = string | readonly string[] | null;

/** Returns all accepted secrets, the one for replays first. */
export function secretsOf(secret: AcceptedSecrets): readonly string[] {
  return secret === null ? [] : typeof secret === "string" ? [secret] : secret;
}

/** Returns the secret for replays, or null. */
export function firstSecret(secret: AcceptedSecrets): string | null {
  return secretsOf(secret)[0] ?? null;
}
