import type { Attempt } from "../model/delivery.ts";
import { redactBytes, redactText } from "../text/redact.ts";

/**
 * An attempt without the secrets that a target's answer or an error's message quotes: a target that echoes its request, a handler that
 * throws what it got. A secret of less than six characters is not looked for.
 */
export function redactAttempt(attempt: Attempt, secrets: readonly string[]): Attempt {
  const { error, reply } = attempt;
  return {
    ...attempt,
    error: error === null ? null : redactText(error, secrets),
    reply:
      reply === null
        ? null
        : {
            headers: reply.headers.map(([name, value]) => [name, redactText(value, secrets)] as const),
            body: redactBytes(reply.body, secrets),
          },
  };
}
