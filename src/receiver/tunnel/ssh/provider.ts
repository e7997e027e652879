import type { Clock } from "../../../model/clock.ts";
import { TunnelError } from "../errors.ts";
import { keepOpen } from "../keep-open.ts";
import type { Connection, ConnectionEvents, TunnelChoice, TunnelProvider } from "../provider.ts";
import type { Tunnel } from "../tunnel.ts";
import { sshErrors } from "./errors.ts";
import { parseSshTarget, serviceOf, type SshTarget } from "./target.ts";

export interface SshTunnelOptions {
  /**
   * Public name: for a service, the name to request; otherwise the name of the server's own web server, which
   * proxies to the port.
   */
  readonly domain?: string | null;
  /** Environment of ssh. @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Additional arguments of ssh, before the host: `["-F", "file"]`. */
  readonly sshArguments?: readonly string[];
  readonly clock?: Clock;
}

export const ssh = {
  kind: "ssh",
  form: "ssh://USER@HOST",
  prefix: "ssh://",
  headerPrefix: null,
  options: {},
  parse(text): TunnelChoice | null {
    if (!/^ssh:\/\//i.test(text)) return null;
    const target = parseSshTarget(text);
    return { provider: ssh, create: (options) => makeSshTunnel(target, options) };
  },
  async check() {
    const { sshVersion } = await import("./start-ssh.ts");
    const version = await sshVersion();
    if (version === null) throw sshErrors.missing();
    return version;
  },
} as const satisfies TunnelProvider;

/**
 * Time for which the previous port is requested again, in milliseconds: a server holds it for a while after a
 * lost connection.
 */
const keepPortMs = 60_000;

/**
 * Creates a tunnel with `ssh -R` and the system's client: the user's configuration, keys, agent and known
 * hosts apply. After a loss it requests the same port again, so that the URL stays the same.
 */
export function makeSshTunnel(target: SshTarget, options: SshTunnelOptions = {}): Tunnel {
  const { domain = null, env = process.env, sshArguments = [], clock } = options;
  const service = serviceOf(target);
  /** Previous port, and the time since which the server refuses it; used only if no port is configured. */
  let previous: { readonly port: number; readonly refusedSinceMs: number | null } | null = null;
  const nowMs = (): number => clock?.nowMs() ?? Date.now();

  async function connect(
    localUrl: string,
    events: ConnectionEvents,
    signal: AbortSignal,
  ): Promise<Connection> {
    const { connectSsh } = await import("./connect-ssh.ts");
    const requested = service?.remotePort ?? target.remotePort;
    const remotePort = requested ?? previous?.port ?? 0;
    try {
      const made = await connectSsh(
        { target, service, domain, remotePort, localUrl, env, extra: sshArguments },
        events,
        signal,
      );
      previous = { port: made.remotePort, refusedSinceMs: null };
      return made.connection;
    } catch (error) {
      if (requested !== null || previous === null || !(error instanceof TunnelError)) throw error;
      // The server reports success even if the port is in use on one of its addresses.
      const refused = error.code === "ssh-not-public" ? sshErrors.portTaken(target.host, remotePort) : error;
      if (refused.code === "ssh-port-taken") {
        const refusedSinceMs = previous.refusedSinceMs ?? nowMs();
        previous = nowMs() - refusedSinceMs >= keepPortMs ? null : { ...previous, refusedSinceMs };
      }
      throw refused;
    }
  }

  return keepOpen({ name: ssh.kind, connect }, clock);
}
