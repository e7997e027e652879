import { shellWord } from "../../../text/shell-word.ts";
import type { SshTarget } from "../choice.ts";
import type { TunnelError } from "../errors.ts";
import {
  SshDeniedError,
  SshEndedError,
  SshForwardRefusedError,
  SshHostKeyChangedError,
  SshHostKeyUnknownError,
  SshHostUnknownError,
  SshMissingError,
  SshPortTakenError,
  SshUnreachableError,
} from "./errors.ts";
import { notFoundStatus } from "./start-ssh.ts";

/** How OpenSSH's client says that nothing comes through; the first group, where there is one, says why. */
const unreachable = [
  /^ssh: connect to host \S+ port \d+: (.+)$/i,
  /^Connection (?:to \S+ )?timed out/i,
  /^Connection (?:closed|reset) by \S+ port \d+$/i,
  /^kex_exchange_identification: (.+)$/i,
  /^ssh_exchange_identification: (.+)$/i,
];

/** What the end of ssh means, from what it said: OpenSSH's client, whose messages are not translated. */
export function sshFailure(target: SshTarget, lines: readonly string[], status: number | null): TunnelError {
  const { host, user } = target;
  const said = lines.map(printed).filter((line): line is string => line !== null);
  const find = (pattern: RegExp): RegExpExecArray | null =>
    said.reduce<RegExpExecArray | null>((found, line) => found ?? pattern.exec(line), null);

  if (status === notFoundStatus) return new SshMissingError();
  if (find(/Could not resolve hostname/i) !== null) return new SshHostUnknownError(host);
  if (find(/REMOTE HOST IDENTIFICATION HAS CHANGED/i) !== null) {
    return new SshHostKeyChangedError(host, shellWord(knownName(target)));
  }
  if (find(/Host key verification failed/i) !== null) {
    return new SshHostKeyUnknownError(host, sshCommand(target));
  }
  const denied = find(/Permission denied \(([^)]*)\)/i) ?? find(/Too many authentication failures/i);
  if (denied !== null) {
    return new SshDeniedError(user ?? "you", host, deniedReason(denied[1]));
  }
  const refused = find(/remote port forwarding failed for listen port (\d+)/i);
  if (refused !== null) {
    const port = Number(refused[1]);
    return port === 0 ? new SshForwardRefusedError(host) : new SshPortTakenError(host, port);
  }
  for (const pattern of unreachable) {
    const match = find(pattern);
    if (match !== null) return new SshUnreachableError(host, match[1] ?? match[0]);
  }
  return new SshEndedError(
    host,
    said.at(-1) ?? (status === null ? "it was killed" : `with status ${status}`),
  );
}

/** Why a connection that was up is not any more, in a few words. */
export function lostReason(lines: readonly string[]): string {
  const said = lines.map(printed).filter((line): line is string => line !== null);
  if (said.some((line) => /^Timeout, server \S+ not responding/i.test(line))) {
    return "the SSH server does not answer any more";
  }
  if (said.some((line) => /^(?:Connection (?:to \S+ )?closed|Connection reset|client_loop: )/i.test(line))) {
    return "the SSH server closed the connection";
  }
  return said.at(-1) ?? "ssh ended";
}

/** A line that is for people; null: it is for those who debug, or has no words. */
function printed(line: string): string | null {
  return /^debug\d: /.test(line) || line.trim() === "" ? null : line.trim();
}

function deniedReason(methods: string | undefined): string {
  return methods === undefined
    ? "it got tired of the keys it was offered"
    : `none of the keys offered is accepted; it takes ${methods.replaceAll(",", ", ")}`;
}

/** What a person types to see the server's key. */
function sshCommand({ host, user, port }: SshTarget): string {
  const where = user === null ? host : `${user}@${host}`;
  return ["ssh", ...(port === null ? [] : ["-p", String(port)]), shellWord(where)].join(" ");
}

/** How known_hosts names a server. */
function knownName({ host, port }: SshTarget): string {
  return port === null || port === 22 ? host : `[${host}]:${port}`;
}
