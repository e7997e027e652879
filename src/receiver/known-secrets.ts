import { redactText } from "../text/redact.ts";

/** Redacted secrets of a receiver in all stored and printed texts: secrets of all routes, including former ones. */
export interface KnownSecrets {
  /** Returns the secrets; the same array until one is added. */
  all(): readonly string[];
  add(secrets: readonly string[]): void;
  /** Redacts all secrets in a text. */
  readonly clean: (text: string) => string;
}

export function knownSecrets(first: readonly string[] = []): KnownSecrets {
  let all: readonly string[] = [...new Set(first)];
  return {
    all: () => all,
    add(secrets) {
      if (!secrets.every((secret) => all.includes(secret))) all = [...new Set([...all, ...secrets])];
    },
    clean: (text) => redactText(text, all),
  };
}
