import { timingSafeEqual } from "node:crypto";
import type { AuthResult } from "../model/delivery.ts";
import { UsageError } from "../model/errors.ts";
import { secretProblem } from "../model/secret.ts";

/** Judges the value of `X-Webhook-Secret`; null: the header is not there. Never answers `open` when there is a secret. */
export type SecretCheck = (given: string | null) => AuthResult;

/**
 * Makes the check for the secrets that are accepted: none leaves the endpoints open, two are for the time one replaces the other.
 * Compared are pieces of memory of one length, in constant time, each of them whatever the others said. A secret has no NUL in it, nor has
 * the value of a header, so that what is filled up with them is equal when the texts are; of a value that is too long the last byte is none.
 * @throws {UsageError} for a secret that no header could carry
 */
export function makeSecretCheck(secrets: readonly string[]): SecretCheck {
  refuseUnsendable(secrets, "the webhook secret");
  if (secrets.length === 0) return () => "open";
  const texts = secrets.map((secret) => Buffer.from(secret, "latin1"));
  const width = Math.max(...texts.map(({ length }) => length)) + 1;
  const accepted = texts.map((text) => Buffer.concat([text], width));
  const compared = Buffer.alloc(width);
  return (given) => {
    if (given === null) return "missing";
    compared.fill(0);
    compared.write(given, "latin1");
    let right = false;
    for (const one of accepted) if (timingSafeEqual(one, compared)) right = true;
    return right ? "ok" : "wrong";
  };
}

/**
 * @param whose for the error: `the webhook secret`
 * @throws {UsageError} no header could carry one of them
 */
export function refuseUnsendable(secrets: readonly string[], whose: string): void {
  for (const secret of secrets) {
    const why = secret === "" ? "it is empty" : secretProblem(secret);
    if (why === null) continue;
    throw new UsageError({
      what: `${whose} cannot be sent in a header`,
      why,
      hint: "Use printable ASCII characters, as the Hub requires",
    });
  }
}
