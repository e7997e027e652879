import { type Clock, systemClock } from "../../../model/clock.ts";
import { keepOpen } from "../keep-open.ts";
import type { Connection, ConnectionEvents } from "../provider.ts";
import type { Tunnel } from "../tunnel.ts";
import { connectNgrok, type NgrokIngress } from "./connect-ngrok.ts";
import { findNgrokToken } from "./find-token.ts";
import { loadNgrokSdk } from "./load-sdk.ts";
import { ngrokFailure } from "./ngrok-failure.ts";
import type { NgrokSdk } from "./ngrok-sdk.ts";
import { readTrafficPolicy } from "./traffic-policy.ts";

export interface NgrokTunnelOptions {
  /** A domain of the account's; null: the one ngrok gives. */
  readonly domain?: string | null;
  /** The authtoken of our own configuration. */
  readonly authtoken?: string | null;
  /** A file with a traffic policy, YAML or JSON, which ngrok gets as it is. */
  readonly trafficPolicyFile?: string | null;
  /** Where NGROK_AUTHTOKEN and the places of ngrok.yml are looked up. @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** An ingress of one's own, in place of ngrok's. */
  readonly ingress?: NgrokIngress | null;
  readonly clock?: Clock;
  /** @default the installed `@ngrok/ngrok` */
  readonly loadSdk?: () => Promise<NgrokSdk>;
}

/** A tunnel by ngrok, with its SDK. Token and traffic policy are read anew for each connection; the token is in no state and no error. */
export function makeNgrokTunnel(options: NgrokTunnelOptions = {}): Tunnel {
  const { domain = null, authtoken = null, trafficPolicyFile = null, ingress = null } = options;
  const { env = process.env, clock = systemClock, loadSdk = loadNgrokSdk } = options;

  async function connect(
    localUrl: string,
    events: ConnectionEvents,
    signal: AbortSignal,
  ): Promise<Connection> {
    const sdk = await loadSdk();
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

  return keepOpen({ name: "ngrok", connect }, clock);
}
