import { errorText } from "../../../model/errors.ts";
import { TunnelError } from "../errors.ts";

const tokenPage = "https://dashboard.ngrok.com/get-started/your-authtoken";

/** All errors of the ngrok provider. The parameter `code` is ngrok's own code: `ERR_NGROK_320`. */
export const ngrokErrors = {
  sdkMissing: (why: string, cause?: unknown) =>
    new TunnelError("ngrok-missing", {
      what: "ngrok's SDK is not installed",
      why,
      hint: "Run `npm install @ngrok/ngrok` where hooklens is installed (with -g if it was), or use the tunnel ssh://USER@HOST",
      isTransient: false,
      cause,
    }),
  tokenMissing: () =>
    new TunnelError("ngrok-token-missing", {
      what: "no authtoken for ngrok is set",
      why: "neither NGROK_AUTHTOKEN nor the configuration has one",
      hint: `Get it at ${tokenPage} and set NGROK_AUTHTOKEN`,
      isTransient: false,
    }),
  tokenRefused: (source: string, code: string) =>
    new TunnelError("ngrok-token-refused", {
      what: "ngrok does not accept the authtoken",
      why: `the one from ${source}: ${code}`,
      hint: `Copy it again from ${tokenPage}`,
      isTransient: false,
    }),
  sessionLimit: (code: string) =>
    new TunnelError("ngrok-session-limit", {
      what: "the ngrok account has reached its limit of sessions",
      why: `other agents are online: ${code}`,
      hint: "Stop one at https://dashboard.ngrok.com/agents",
      isTransient: true,
    }),
  domain: (domain: string | null, why: string, code: string) =>
    new TunnelError("ngrok-domain", {
      what:
        domain === null
          ? "ngrok assigns no domain"
          : `the domain ${domain} is not available to this ngrok account`,
      why: `${why}: ${code}`,
      hint: "See https://dashboard.ngrok.com/domains for the account's domains, or set none",
      isTransient: false,
    }),
  /**
   * Creates the error of an address at which another agent is online: after a loss, often the previous
   * connection.
   */
  addressTaken: (domain: string | null, code: string) =>
    new TunnelError("ngrok-address-taken", {
      what: `${domain ?? "the address"} is already online at ngrok`,
      why: `another agent uses it: ${code}`,
      hint: "Stop that agent at https://dashboard.ngrok.com/endpoints, or use another domain",
      isTransient: true,
    }),
  policyFile: (file: string, why: string, cause?: unknown) =>
    new TunnelError("ngrok-policy-file", {
      what: `the traffic policy ${file} cannot be read`,
      why,
      hint: "Choose another file with --traffic-policy or tunnel.trafficPolicy",
      isTransient: false,
      cause,
    }),
  policy: (why: string, code: string) =>
    new TunnelError("ngrok-policy", {
      what: "ngrok does not accept the traffic policy",
      why: `${why}: ${code}`,
      hint: "Check it against https://ngrok.com/docs/traffic-policy",
      isTransient: false,
    }),
  /** Creates the error of any other refusal. */
  refused: (why: string, code: string) =>
    new TunnelError("ngrok-refused", {
      what: "ngrok does not open the tunnel",
      why: `${why}: ${code}`,
      hint: `See https://ngrok.com/docs/errors/${code.toLowerCase()}`,
      isTransient: false,
    }),
  unreachable: (why: string, cause?: unknown) =>
    new TunnelError("ngrok-unreachable", {
      what: "ngrok cannot be reached",
      why,
      hint: "Check the network and that a firewall allows connections to port 443, or use the tunnel ssh://USER@HOST",
      isTransient: true,
      cause,
    }),
};

/** The parts of a request to ngrok that its errors need. */
export interface NgrokRequest {
  readonly token: string;
  /** Origin of the token, for the user. */
  readonly tokenSource: string;
  readonly domain: string | null;
}

/** Codes of a token that is malformed, from ngrok 1, unknown, revoked, or of an unverified account. */
const tokenCodes = new Set([105, 106, 107, 300, 4018]);
const sessionCodes = new Set([108]);
const takenCodes = new Set([334, 18_009]);
/** Codes of a domain that is reserved by another account or not at all, not part of the plan, or invalid. */
const domainCodes = new Set([
  305, 306, 313, 314, 315, 316, 317, 318, 319, 320, 321, 322, 326, 327, 328, 329, 330, 331, 354,
]);

/** Messages of the SDK about the transport, and their meaning. */
const transport: readonly (readonly [RegExp, string])[] = [
  [/failed to establish tcp connection/, "no connection to its servers"],
  [/tls handshake error/, "the server is not ngrok's, perhaps a proxy in between"],
  [/transport error|error (?:sending|reading) rpc|failed to open muxado stream/, "the connection was lost"],
  [/failed to start ngrok session|heartbeat/, "the connection was lost"],
];

/**
 * Converts an error of the SDK by its code (https://ngrok.com/docs/errors/reference). Some messages repeat
 * the token, so only their first sentence is passed on, with the token redacted.
 */
export function ngrokFailure(error: unknown, { token, tokenSource, domain }: NgrokRequest): TunnelError {
  if (error instanceof TunnelError) return error;
  const message = errorText(error);
  const [code, digits] = /ERR_NGROK_(\d+)/.exec(message) ?? [null, null];
  if (code === null) {
    const known = transport.find(([pattern]) => pattern.test(message));
    return ngrokErrors.unreachable(known?.[1] ?? firstSentence(message, token));
  }
  const number = Number(digits);
  const why = firstSentence(message, token);
  if (tokenCodes.has(number)) return ngrokErrors.tokenRefused(tokenSource, code);
  if (sessionCodes.has(number)) return ngrokErrors.sessionLimit(code);
  if (takenCodes.has(number)) return ngrokErrors.addressTaken(domain, code);
  if (domainCodes.has(number)) return ngrokErrors.domain(domain, why, code);
  if (/polic/i.test(why) && !/\bIP\b/.test(why)) return ngrokErrors.policy(why, code);
  return ngrokErrors.refused(why, code);
}

/**
 * Reduces `failed to start listener: This domain is reserved. More. error_code: ERR_NGROK_320` to `This
 * domain is reserved`.
 */
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
