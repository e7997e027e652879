import { connect } from "node:net";
import { connectionReason } from "../../../text/connection-reason.ts";
import type { Connection, ConnectionEvents } from "../provider.ts";
import { lostReason, sshErrors, sshFailure } from "./errors.ts";
import { startSsh } from "./start-ssh.ts";
import type { SshService, SshTarget } from "./target.ts";

export interface SshConnect {
  readonly target: SshTarget;
  /** Service of the target; null for an ordinary server. */
  readonly service: SshService | null;
  readonly domain: string | null;
  /** Port to request; 0 for any free port. */
  readonly remotePort: number;
  readonly localUrl: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly extra: readonly string[];
}

export interface SshConnected {
  readonly connection: Connection;
  /** Port that the server opened. */
  readonly remotePort: number;
}

/** Maximum number of output lines that are kept to explain the end of ssh. */
const maxLines = 50;
/** Limit for a service to announce the address after the login, in milliseconds. */
const addressTimeoutMs = 20_000;
/** Limit for the check from outside, in milliseconds. */
const reachTimeoutMs = 10_000;

/**
 * Starts ssh and waits until the tunnel is up and reachable.
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
    if (lines.length > maxLines) lines.shift();
    const port = portOf(line, remotePort);
    if (port !== null) forwarded.resolve(port);
    const address = service?.announcement.exec(line)?.[1];
    if (address !== undefined) announced.resolve(address);
    // ssh prints this for each connection to the public address.
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
      // A dead connection is noticed late; a new one is up within a second.
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

export interface SshForward {
  /** Name to request from a service; null for all addresses of the server, if it allows that. */
  readonly name: string | null;
  /** Port to request; 0 for any free port. */
  readonly remotePort: number;
  /** Local target: `127.0.0.1:7860`. */
  readonly local: string;
  /** True to also open a session, in which a service prints the address. */
  readonly session: boolean;
}

/**
 * Returns the arguments of the system's ssh. These options take precedence over the user's configuration,
 * which otherwise applies.
 * @param extra additional arguments, before the host: `["-F", "file"]`
 */
export function sshArguments(target: SshTarget, forward: SshForward, extra: readonly string[]): string[] {
  const options = {
    // hooklens cannot answer prompts.
    BatchMode: "yes",
    ExitOnForwardFailure: "yes",
    ConnectTimeout: "10",
    // Detects a dead server within 20 s.
    ServerAliveInterval: "5",
    ServerAliveCountMax: "3",
    // A shared connection would outlive this process, and the forward with it.
    ControlMaster: "no",
    ControlPath: "none",
    ForkAfterAuthentication: "no",
    // At this level ssh reports an open forward and each connection through it.
    LogLevel: "DEBUG1",
  };
  return [
    "-T",
    ...(forward.session ? [] : ["-N"]),
    ...Object.entries(options).flatMap(([name, value]) => ["-o", `${name}=${value}`]),
    "-R",
    `${forward.name ?? "*"}:${forward.remotePort}:${forward.local}`,
    ...extra,
    ...(target.port === null ? [] : ["-p", String(target.port)]),
    ...(target.user === null ? [] : ["-l", target.user]),
    "--",
    target.host,
  ];
}

/** Returns the port that a line of ssh reports as open; null for other lines. */
function portOf(line: string, requested: number): number | null {
  if (requested !== 0) return line.startsWith("debug1: remote forward success for: ") ? requested : null;
  const allocated = /^Allocated port (\d+) for remote forward/.exec(line);
  return allocated === null ? null : Number(allocated[1]);
}

function domainUrl(domain: string | null): string | null {
  return domain === null ? null : `https://${domain}`;
}

/**
 * Returns the URL of a port of the server, after a connection to it has come through the tunnel.
 * @throws {TunnelError} ssh-not-public
 */
async function ownUrl(
  { host }: SshTarget,
  port: number,
  arrivals: Set<() => void>,
  signal: AbortSignal,
): Promise<string> {
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const why = await checkReachable(host, port, arrivals, signal);
  if (why !== null) throw sshErrors.notPublic(url, why);
  return url;
}

/**
 * Checks that a connection to the tunnel's public port arrives at this end. Only a check from outside shows
 * it: a server whose GatewayPorts is off opens the port on its loopback only, and a server whose port is in
 * use on one of its addresses reports success.
 * @param arrivals listeners for connections that arrive through the tunnel
 * @returns null if the connection arrives, otherwise the reason it does not
 */
function checkReachable(
  host: string,
  port: number,
  arrivals: Set<() => void>,
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const timer = setTimeout(() => done("connections to it do not arrive"), reachTimeoutMs);
    const onArrival = (): void => done(null);
    const onAbort = (): void => done("the tunnel was closed");
    arrivals.add(onArrival);
    signal.addEventListener("abort", onAbort);
    socket.on("error", (error) => done(connectionReason(error) ?? error.message));

    function done(why: string | null): void {
      clearTimeout(timer);
      arrivals.delete(onArrival);
      signal.removeEventListener("abort", onAbort);
      socket.destroy();
      resolve(why);
    }
  });
}

/**
 * Limits the wait for the address.
 * @throws {TunnelError} ssh-no-address: the service has not announced the address within 20 s
 */
async function inTime(address: Promise<string>, host: string): Promise<string> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(sshErrors.noAddress(host)), addressTimeoutMs);
  try {
    return await Promise.race([address, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
