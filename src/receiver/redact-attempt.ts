import type { Attempt } from "../model/delivery.ts";
import { redacted } from "./headers.ts";

/** A shorter text is found in words that have nothing to do with it, and keeps nobody out. */
const shortestSecret = 6;

/**
 * An attempt without the secrets that a target's answer or an error's message quotes: a target that echoes its request, a handler that
 * throws what it got. A secret of less than six characters is not looked for.
 */
export function redactAttempt(attempt: Attempt, secrets: readonly string[]): Attempt {
  let { error, reply } = attempt;
  for (const secret of secrets) {
    if (secret.length < shortestSecret) continue;
    error = error?.replaceAll(secret, redacted) ?? null;
    if (reply !== null) {
      reply = {
        headers: reply.headers.map(([name, value]) => [name, value.replaceAll(secret, redacted)]),
        body: redactBytes(reply.body, secret),
      };
    }
  }
  return error === attempt.error && reply === attempt.reply ? attempt : { ...attempt, error, reply };
}

function redactBytes(bytes: Uint8Array, secret: string): Uint8Array {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wanted = Buffer.from(secret);
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = body.indexOf(wanted); at !== -1; at = body.indexOf(wanted, from)) {
    parts.push(body.subarray(from, at), Buffer.from(redacted));
    from = at + wanted.length;
  }
  return from === 0 ? bytes : Buffer.concat([...parts, body.subarray(from)]);
}
