import type { SshTarget } from "../choice.ts";
import type { Connection, ConnectionEvents } from "../provider.ts";
import { SshNoAddressError, SshNotPublicError } from "./errors.ts";
import { reachable } from "./reachable.ts";
import type { SshService } from "./services.ts";
import { sshArguments } from "./ssh-arguments.ts";
import { lostReason, sshFailure } from "./ssh-failure.ts";
import { startSsh } from "./start-ssh.ts";

export interface SshConnect {
  readonly target: SshTarget;
  /** Null: a server like any other. */
  readonly service: SshService | null;
  readonly domain: string | null;
  /** 0: any free one. */
  readonly remotePort: number;
  readonly localUrl: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly extra: readonly string[];
}

export interface SshConnected {
  readonly connection: Connection;
  /** The one the server opened. */
  readonly remotePort: number;
}

/** As many of the last lines tell why ssh ended. */
const linesKept = 50;
/** A service that lets us in says at once where the tunnel is. */
const addressTimeoutMs = 20_000;

/**
 * Starts ssh and waits until the tunnel is there and is reached.
 * @throws {TunnelError}
 */
export async function connectSsh(
  { target, service, domain, remotePort, localUrl, env, extra }: SshConnect,
  events: ConnectionEvents,
  signal: AbortSignal,
): Promise<SshConnected> {
  const forward = {
    name: service === null ? null : (domain ?? "localhost"),
    remotePort,
    local: new URL(localUrl).host,
    session: service !== null,
  };
  const lines: string[] = [];
  const forwarded = Promise.withResolvers<number>();
  const announced = Promise.withResolvers<string>();
  const arrivals = new Set<() => void>();

  function onLine(line: string): void {
    lines.push(line);
    if (lines.length > linesKept) lines.shift();
    const port = portOf(line, remotePort);
    if (port !== null) forwarded.resolve(port);
    const address = service?.announcement.exec(line)?.[1];
    if (address !== undefined) announced.resolve(address);
    // What a client of the public address sends comes in by such a request of the server's.
    if (line.includes("client_request_forwarded_tcpip")) for (const arrive of arrivals) arrive();
  }

  const ssh = startSsh(sshArguments(target, forward, extra), env, onLine);
  const stop = (): void => void ssh.end();
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  const failed = ssh.ended.then((status): never => {
    throw sshFailure(target, lines, status);
  });

  try {
    const port = await Promise.race([forwarded.promise, failed]);
    const url =
      service === null
        ? (domainUrl(domain) ?? (await Promise.race([ownUrl(target, port, arrivals, signal), failed])))
        : await inTime(Promise.race([announced.promise, failed]), target.host);
    void ssh.ended.then(() => events.lost(lostReason(lines)));
    const connection: Connection = {
      url,
      endsAtMs: null,
      // What a connection that slept is worth shows only after a while; a new one is there in a second.
      check: () => events.lost("the machine was asleep"),
      close: () => ssh.end(),
    };
    return { connection, remotePort: port };
  } catch (error) {
    await ssh.end();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** The port that a line of ssh says is open now. */
function portOf(line: string, asked: number): number | null {
  if (asked !== 0) return line.startsWith("debug1: remote forward success for: ") ? asked : null;
  const allocated = /^Allocated port (\d+) for remote forward/.exec(line);
  return allocated === null ? null : Number(allocated[1]);
}

function domainUrl(domain: string | null): string | null {
  return domain === null ? null : `https://${domain}`;
}

/**
 * The URL of a port of the server, once something sent there has come through.
 * @throws {SshNotPublicError}
 */
async function ownUrl(
  { host }: SshTarget,
  port: number,
  arrivals: Set<() => void>,
  signal: AbortSignal,
): Promise<string> {
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const why = await reachable(host, port, arrivals, signal);
  if (why !== null) throw new SshNotPublicError(url, why);
  return url;
}

/** @throws {SshNoAddressError} the service has not said the address within 20 s */
async function inTime(address: Promise<string>, host: string): Promise<string> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new SshNoAddressError(host)), addressTimeoutMs);
  try {
    return await Promise.race([address, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
