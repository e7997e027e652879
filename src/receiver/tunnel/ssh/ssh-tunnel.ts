import type { Clock } from "../../../model/clock.ts";
import type { SshTarget } from "../choice.ts";
import { keepOpen } from "../keep-open.ts";
import type { Connection, ConnectionEvents } from "../provider.ts";
import type { Tunnel } from "../tunnel.ts";
import { connectSsh } from "./connect-ssh.ts";
import { SshNotPublicError, SshPortTakenError } from "./errors.ts";
import { serviceOf } from "./services.ts";

export interface SshTunnelOptions {
  /** The public name: asked for at a service; elsewhere that of the server's own web server, which passes on to the port. */
  readonly domain?: string | null;
  /** What ssh is started with. @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** More arguments for ssh, before the host: `["-F", "file"]`. */
  readonly sshArguments?: readonly string[];
  readonly clock?: Clock;
}

/** How long the port of before is asked for again: a server that lost the connection silently holds it for a while. */
const keepPortMs = 60_000;

/**
 * A tunnel by `ssh -R`, with the system's client: the user's own configuration, keys, agent and known hosts apply.
 * After a loss the same port is asked for again, so that the URL stays.
 */
export function makeSshTunnel(target: SshTarget, options: SshTunnelOptions = {}): Tunnel {
  const { domain = null, env = process.env, sshArguments = [], clock } = options;
  const service = serviceOf(target);
  /** The port of before, and since when it cannot be had; only where any port will do. */
  let before: { readonly port: number; readonly refusedSinceMs: number | null } | null = null;
  const nowMs = (): number => clock?.nowMs() ?? Date.now();

  async function connect(
    localUrl: string,
    events: ConnectionEvents,
    signal: AbortSignal,
  ): Promise<Connection> {
    const asked = service?.remotePort ?? target.remotePort;
    const remotePort = asked ?? before?.port ?? 0;
    try {
      const made = await connectSsh(
        { target, service, domain, remotePort, localUrl, env, extra: sshArguments },
        events,
        signal,
      );
      before = { port: made.remotePort, refusedSinceMs: null };
      return made.connection;
    } catch (error) {
      if (asked !== null || before === null) throw error;
      // Of a port that is taken on one address of several, the server says that it was opened.
      const taken =
        error instanceof SshNotPublicError ? new SshPortTakenError(target.host, remotePort) : error;
      if (taken instanceof SshPortTakenError) {
        const refusedSinceMs = before.refusedSinceMs ?? nowMs();
        before = nowMs() - refusedSinceMs >= keepPortMs ? null : { ...before, refusedSinceMs };
      }
      throw taken;
    }
  }

  return keepOpen({ name: "ssh", connect }, clock);
}
