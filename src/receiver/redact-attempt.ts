import type { Attempt } from "../model/delivery.ts";
import { redacted } from "./headers.ts";
import { formsOf, redactText } from "./redact-text.ts";

/**
 * An attempt without the secrets that a target's answer or an error's message quotes: a target that echoes its request, a handler that
 * throws what it got. A secret of less than six characters is not looked for.
 */
export function redactAttempt(attempt: Attempt, secrets: readonly string[]): Attempt {
  const error = attempt.error === null ? null : redactText(attempt.error, secrets);
  const reply =
    attempt.reply === null
      ? null
      : {
          headers: attempt.reply.headers.map(([name, value]) => [name, redactText(value, secrets)] as const),
          body: redactBytes(attempt.reply.body, secrets),
        };
  return { ...attempt, error, reply };
}

function redactBytes(bytes: Uint8Array, secrets: readonly string[]): Uint8Array {
  let clean = bytes;
  for (const secret of secrets)
    for (const form of formsOf(secret)) clean = replaceAll(clean, Buffer.from(form));
  return clean;
}

function replaceAll(bytes: Uint8Array, wanted: Buffer): Uint8Array {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = body.indexOf(wanted); at !== -1; at = body.indexOf(wanted, from)) {
    parts.push(body.subarray(from, at), Buffer.from(redacted));
    from = at + wanted.length;
  }
  return from === 0 ? bytes : Buffer.concat([...parts, body.subarray(from)]);
}
