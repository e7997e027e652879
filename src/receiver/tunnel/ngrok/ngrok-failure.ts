import { TunnelError } from "../errors.ts";
import {
  NgrokAddressTakenError,
  NgrokDomainError,
  NgrokPolicyError,
  NgrokRefusedError,
  NgrokSessionLimitError,
  NgrokTokenRefusedError,
  NgrokUnreachableError,
} from "./errors.ts";

/** What was asked of ngrok. */
export interface NgrokAsked {
  readonly token: string;
  /** Where the token is from, for people. */
  readonly tokenSource: string;
  readonly domain: string | null;
}

/** What the token is not: malformed, of ngrok 1, unknown, revoked, of an account that is not verified. */
const tokenCodes = new Set([105, 106, 107, 300, 4018]);
const sessionCodes = new Set([108]);
const takenCodes = new Set([334, 18_009]);
/** Domains that are reserved for others or not at all, not part of the plan, or no domains. */
const domainCodes = new Set([
  305, 306, 313, 314, 315, 316, 317, 318, 319, 320, 321, 322, 326, 327, 328, 329, 330, 331, 354,
]);

/** How the SDK says that nothing comes through, and what that means. */
const transport: readonly (readonly [RegExp, string])[] = [
  [/failed to establish tcp connection/, "no connection to its servers"],
  [/tls handshake error/, "what answers there is not ngrok, perhaps a proxy in between"],
  [/transport error|error (?:sending|reading) rpc|failed to open muxado stream/, "the connection was cut"],
  [/failed to start ngrok session|heartbeat/, "the connection was cut"],
];

/**
 * What an error of the SDK means. ngrok's errors have codes (https://ngrok.com/docs/errors/reference); some of their texts repeat the
 * token, so that of these only the first sentence is passed on, and never with the token in it.
 */
export function ngrokFailure(error: unknown, { token, tokenSource, domain }: NgrokAsked): TunnelError {
  if (error instanceof TunnelError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const [code, digits] = /ERR_NGROK_(\d+)/.exec(message) ?? [null, null];
  if (code === null) {
    const known = transport.find(([pattern]) => pattern.test(message));
    return new NgrokUnreachableError(known?.[1] ?? firstSentence(message, token));
  }
  const number = Number(digits);
  const why = firstSentence(message, token);
  if (tokenCodes.has(number)) return new NgrokTokenRefusedError(tokenSource, code);
  if (sessionCodes.has(number)) return new NgrokSessionLimitError(code);
  if (takenCodes.has(number)) return new NgrokAddressTakenError(domain, code);
  if (domainCodes.has(number)) return new NgrokDomainError(domain, why, code);
  if (/polic/i.test(why) && !/\bIP\b/.test(why)) return new NgrokPolicyError(why, code);
  return new NgrokRefusedError(why, code);
}

/** `failed to start listener: This domain is reserved. More of it. error_code: ERR_NGROK_320` is `This domain is reserved`. */
function firstSentence(message: string, token: string): string {
  const text = message
    .replace(/^failed to (?:connect session|start listener): /, "")
    .replace(/\s*error_code: ERR_NGROK_\d+\s*$/, "")
    .replaceAll(/Your authtoken: \S+/g, "")
    .replaceAll(token, "[redacted]")
    .replaceAll(/:\s*\n\s*/g, ": ");
  const [first = ""] = text.trim().split(/\r?\n|(?<=\w)\.(?:\s|$)/);
  return first.trim();
}
