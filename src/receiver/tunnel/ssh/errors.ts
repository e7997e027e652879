import { shellWord } from "../../../text/shell-word.ts";
import { TunnelError } from "../errors.ts";
import type { SshTarget } from "./target.ts";

/** All errors of the ssh provider. */
export const sshErrors = {
  missing: () =>
    new TunnelError("ssh-missing", {
      what: "ssh is not installed",
      why: "the SSH tunnel needs the system's ssh client",
      hint: "Install OpenSSH's client (the package openssh-client on Debian), or use the tunnel ngrok",
      isTransient: false,
    }),
  hostUnknown: (host: string) =>
    new TunnelError("ssh-host-unknown", {
      what: `the SSH host "${host}" does not exist`,
      why: "its name cannot be resolved",
      hint: "Check the name after ssh://, and the network",
      isTransient: true,
    }),
  unreachable: (host: string, why: string) =>
    new TunnelError("ssh-unreachable", {
      what: `the SSH server ${host} cannot be reached`,
      why,
      hint: "Check that the server runs, its port (ssh://USER@HOST:PORT), and the network",
      isTransient: true,
    }),
  denied: (user: string, host: string, why: string) =>
    new TunnelError("ssh-denied", {
      what: `${host} denies access to ${user}`,
      why,
      hint: "Add one of your keys to the server's authorized_keys file; a key with a passphrase must be in ssh-agent, because hooklens cannot prompt for it",
      isTransient: false,
    }),
  hostKeyUnknown: (host: string, command: string) =>
    new TunnelError("ssh-host-key-unknown", {
      what: `the key of ${host} is unknown`,
      why: "hooklens does not trust an unknown key",
      hint: `Run \`${command}\` once, compare the key's fingerprint and accept it`,
      isTransient: false,
    }),
  hostKeyChanged: (host: string, knownName: string) =>
    new TunnelError("ssh-host-key-changed", {
      what: `the key of ${host} has changed`,
      why: "the server was reinstalled, or the connection is intercepted",
      hint: `Ask its administrator; if the change is expected, run \`ssh-keygen -R ${knownName}\` and accept the new key`,
      isTransient: false,
    }),
  forwardRefused: (host: string) =>
    new TunnelError("ssh-forward-refused", {
      what: `${host} does not open a port for a tunnel`,
      why: "its SSH server refuses remote forwarding",
      hint: "Set AllowTcpForwarding to yes or remote in its sshd_config, and allow forwarding in the key's options",
      isTransient: false,
    }),
  portTaken: (host: string, port: number) =>
    new TunnelError("ssh-port-taken", {
      what: `port ${port} of ${host} is not available`,
      why: "it is in use, or the server does not let this user open it",
      hint: "Choose another with ?port=N, or omit it to use any free port",
      isTransient: true,
    }),
  notPublic: (url: string, why: string) =>
    new TunnelError("ssh-not-public", {
      what: `the tunnel is not reachable at ${url}`,
      why,
      hint: "Set GatewayPorts to clientspecified in the server's sshd_config and open its firewall, or set as domain the name under which its web server proxies to that port",
      isTransient: false,
    }),
  noAddress: (host: string) =>
    new TunnelError("ssh-no-address", {
      what: `${host} announced no address for the tunnel`,
      why: "it must announce one within 20 s",
      hint: "Retry, or use another tunnel",
      isTransient: true,
    }),
  ended: (host: string, why: string) =>
    new TunnelError("ssh-ended", {
      what: `ssh to ${host} ended`,
      why,
      hint: "Run ssh to this host manually for details",
      isTransient: true,
    }),
};

/** Exit status of `sh` if ssh is not found; also used if spawning ssh fails. */
export const notFoundStatus = 127;

/** Messages of OpenSSH's client for an unreachable server; the first group, if any, is the reason. */
const unreachable = [
  /^ssh: connect to host \S+ port \d+: (.+)$/i,
  /^Connection (?:to \S+ )?timed out/i,
  /^Connection (?:closed|reset) by \S+ port \d+$/i,
  /^kex_exchange_identification: (.+)$/i,
  /^ssh_exchange_identification: (.+)$/i,
];

/**
 * Converts the end of ssh into an error by the output of OpenSSH's client, whose messages are not translated.
 */
export function sshFailure(target: SshTarget, lines: readonly string[], status: number | null): TunnelError {
  const { host, user } = target;
  const messages = lines.map(messageOf).filter((line): line is string => line !== null);
  const find = (pattern: RegExp): RegExpExecArray | null =>
    messages.reduce<RegExpExecArray | null>((found, line) => found ?? pattern.exec(line), null);

  if (status === notFoundStatus) return sshErrors.missing();
  if (find(/Could not resolve hostname/i) !== null) return sshErrors.hostUnknown(host);
  if (find(/REMOTE HOST IDENTIFICATION HAS CHANGED/i) !== null) {
    return sshErrors.hostKeyChanged(host, shellWord(knownName(target)));
  }
  if (find(/Host key verification failed/i) !== null) {
    return sshErrors.hostKeyUnknown(host, sshCommand(target));
  }
  const denied = find(/Permission denied \(([^)]*)\)/i) ?? find(/Too many authentication failures/i);
  if (denied !== null) return sshErrors.denied(user ?? "you", host, deniedReason(denied[1]));
  const refused = find(/remote port forwarding failed for listen port (\d+)/i);
  if (refused !== null) {
    const port = Number(refused[1]);
    return port === 0 ? sshErrors.forwardRefused(host) : sshErrors.portTaken(host, port);
  }
  for (const pattern of unreachable) {
    const match = find(pattern);
    if (match !== null) return sshErrors.unreachable(host, match[1] ?? match[0]);
  }
  const why = messages.at(-1) ?? (status === null ? "it was killed" : `it exited with code ${status}`);
  return sshErrors.ended(host, why);
}

/** Returns the reason an open connection was lost, in a few words. */
export function lostReason(lines: readonly string[]): string {
  const messages = lines.map(messageOf).filter((line): line is string => line !== null);
  if (messages.some((line) => /^Timeout, server \S+ not responding/i.test(line))) {
    return "the SSH server stopped responding";
  }
  if (
    messages.some((line) => /^(?:Connection (?:to \S+ )?closed|Connection reset|client_loop: )/i.test(line))
  ) {
    return "the SSH server closed the connection";
  }
  return messages.at(-1) ?? "ssh ended";
}

/** Returns a line without surrounding space; null for debug output and empty lines. */
function messageOf(line: string): string | null {
  return /^debug\d: /.test(line) || line.trim() === "" ? null : line.trim();
}

function deniedReason(methods: string | undefined): string {
  return methods === undefined
    ? "too many keys were offered"
    : `none of the offered keys is accepted; it accepts ${methods.replaceAll(",", ", ")}`;
}

/** Returns the command that shows the server's key. */
function sshCommand({ host, user, port }: SshTarget): string {
  const where = user === null ? host : `${user}@${host}`;
  return ["ssh", ...(port === null ? [] : ["-p", String(port)]), shellWord(where)].join(" ");
}

/** Returns the name of a server in known_hosts. */
function knownName({ host, port }: SshTarget): string {
  return port === null || port === 22 ? host : `[${host}]:${port}`;
}
