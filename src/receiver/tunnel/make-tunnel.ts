import type { Clock } from "../../model/clock.ts";
import type { TunnelChoice } from "./choice.ts";
import { makeNgrokTunnel } from "./ngrok/ngrok-tunnel.ts";
import { makeSshTunnel } from "./ssh/ssh-tunnel.ts";
import type { Tunnel } from "./tunnel.ts";

export interface TunnelOptions {
  /** `--domain`: the public name. With ngrok one of the account's; with ssh see there. */
  readonly domain?: string | null;
  /** ngrok's authtoken from our own configuration; NGROK_AUTHTOKEN stands over it. */
  readonly authtoken?: string | null;
  /** A file with a traffic policy for ngrok, YAML or JSON; read when the tunnel is opened. */
  readonly trafficPolicyFile?: string | null;
  /** @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** More arguments for ssh. */
  readonly sshArguments?: readonly string[];
  readonly clock?: Clock;
}

/** The tunnel of a choice, still off. */
export function makeTunnel(choice: TunnelChoice, options: TunnelOptions = {}): Tunnel {
  return choice.kind === "ngrok" ? makeNgrokTunnel(options) : makeSshTunnel(choice.target, options);
}
