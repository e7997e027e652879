import { timingSafeEqual } from "node:crypto";
import type { AuthResult } from "../model/delivery.ts";
import { UsageError } from "../model/errors.ts";
import { secretProblem } from "../model/secret.ts";

/**
 * Check of the value of `X-Webhook-Secret`, which is null if the header is missing. Returns `open` only
 * without secrets.
 */
export type SecretCheck = (given: string | null) => AuthResult;

/**
 * Creates the check for the accepted secrets: none leaves the route open, several are accepted during a
 * rotation. Compares the value with every secret, in buffers of one length and in constant time. Neither a
 * secret nor a header value contains NUL, so padded buffers are equal only if the texts are; the last byte of
 * an overlong value is not NUL.
 * @throws {UsageError} a secret cannot be sent in a header
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
 * Checks that secrets can be sent in a header.
 * @param whose subject of the error: `the webhook secret`
 * @throws {UsageError} a secret cannot be sent in a header
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
