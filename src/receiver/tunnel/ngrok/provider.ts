import { readTextWithin } from "../../../files/read-file.ts";
import { type Clock, systemClock } from "../../../model/clock.ts";
import { errorText } from "../../../model/errors.ts";
import { keepOpen } from "../keep-open.ts";
import type { Connection, ConnectionEvents, TunnelChoice, TunnelProvider } from "../provider.ts";
import type { Tunnel, TunnelOptions } from "../tunnel.ts";
import type { NgrokIngress } from "./connect-ngrok.ts";
import { ngrokErrors, ngrokFailure } from "./errors.ts";
import type { NgrokSdk } from "./sdk.ts";

export interface NgrokTunnelOptions {
  /** A domain of the account; null for the one ngrok assigns. */
  readonly domain?: string | null;
  /** Authtoken from the configuration of hooklens. */
  readonly authtoken?: string | null;
  /** Traffic policy file, YAML or JSON, sent to ngrok unchanged. */
  readonly trafficPolicyFile?: string | null;
  /** Environment with NGROK_AUTHTOKEN. @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A custom ingress instead of ngrok's. */
  readonly ingress?: NgrokIngress | null;
  readonly clock?: Clock;
  /** Loads the SDK. @default loads the installed `@ngrok/ngrok` */
  readonly loadSdk?: () => Promise<NgrokSdk>;
}

export const ngrok = {
  kind: "ngrok",
  form: "ngrok",
  prefix: "ngrok",
  headerPrefix: "ngrok-",
  options: {
    authtoken: {
      about: "Authtoken for ngrok.",
      env: "NGROK_AUTHTOKEN",
      isSecret: true,
    },
    trafficPolicy: {
      about: "File with a traffic policy for ngrok. A path may begin with ~ or be relative to this file.",
      flag: "--traffic-policy",
      help: "file with a traffic policy for ngrok, YAML or JSON",
      checkFile: (file) => void readTrafficPolicy(file),
    },
  },
  parse(text): TunnelChoice | null {
    return text === "ngrok"
      ? { provider: ngrok, create: (options) => makeNgrokTunnel(optionsOf(options)) }
      : null;
  },
  async check(options) {
    const { env = process.env, authtoken = null, trafficPolicyFile = null } = optionsOf(options);
    const { loadNgrokSdk } = await import("./sdk.ts");
    await loadNgrokSdk();
    const { source } = findNgrokToken(env, authtoken);
    if (trafficPolicyFile !== null) readTrafficPolicy(trafficPolicyFile);
    return `SDK installed, authtoken from ${source}`;
  },
} as const satisfies TunnelProvider;

function optionsOf({ options = {}, ...ofAll }: TunnelOptions = {}): NgrokTunnelOptions {
  const { authtoken = null, trafficPolicy = null } = options;
  return { ...ofAll, authtoken, trafficPolicyFile: trafficPolicy };
}

/**
 * Creates a tunnel with ngrok's SDK. The token and the traffic policy are read again for each connection; the
 * token is part of no state and no error.
 */
export function makeNgrokTunnel(options: NgrokTunnelOptions = {}): Tunnel {
  const { domain = null, authtoken = null, trafficPolicyFile = null, ingress = null } = options;
  const { env = process.env, clock = systemClock, loadSdk } = options;

  async function connect(
    localUrl: string,
    events: ConnectionEvents,
    signal: AbortSignal,
  ): Promise<Connection> {
    const [{ loadNgrokSdk }, { connectNgrok }] = await Promise.all([
      import("./sdk.ts"),
      import("./connect-ngrok.ts"),
    ]);
    const sdk = await (loadSdk ?? loadNgrokSdk)();
    const { token, source } = findNgrokToken(env, authtoken);
    const trafficPolicy = trafficPolicyFile === null ? null : readTrafficPolicy(trafficPolicyFile);
    try {
      return await connectNgrok(
        sdk,
        { token, domain, trafficPolicy, ingress, localUrl },
        events,
        clock,
        signal,
      );
    } catch (error) {
      throw ngrokFailure(error, { token, tokenSource: source, domain });
    }
  }

  return keepOpen({ name: ngrok.kind, connect }, clock);
}

/** Reads a traffic policy, which only ngrok interprets. @throws {TunnelError} ngrok-policy-file */
function readTrafficPolicy(file: string): string {
  try {
    return readTextWithin(file);
  } catch (cause) {
    throw ngrokErrors.policyFile(file, errorText(cause), cause);
  }
}

interface FoundToken {
  readonly token: string;
  /** Origin of the token, for the user. */
  readonly source: string;
}

/**
 * Returns the authtoken from NGROK_AUTHTOKEN, else from the configuration.
 * @throws {TunnelError} ngrok-token-missing
 */
export function findNgrokToken(
  env: Readonly<Record<string, string | undefined>>,
  configured: string | null,
): FoundToken {
  const fromEnv = env["NGROK_AUTHTOKEN"]?.trim();
  if (fromEnv) return { token: fromEnv, source: "NGROK_AUTHTOKEN" };
  const fromConfig = configured?.trim();
  if (fromConfig) return { token: fromConfig, source: "the configuration" };
  throw ngrokErrors.tokenMissing();
}
