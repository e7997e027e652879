/** What `X-Webhook-Secret` must be; several are accepted alike while one replaces the other, the first is the one put in on replay. Null: open to everyone. */
export type AcceptedSecrets = string | readonly string[] | null;

/** All of them, the one that is put in on replay first. */
export function secretsOf(secret: AcceptedSecrets): readonly string[] {
  return secret === null ? [] : typeof secret === "string" ? [secret] : secret;
}

/** The one that is put in on replay; null: there is none. */
export function firstSecret(secret: AcceptedSecrets): string | null {
  return secretsOf(secret)[0] ?? null;
}
