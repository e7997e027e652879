import type { SshTarget } from "../choice.ts";

export interface SshForward {
  /** The name to ask a service for; null: on all addresses of the server, if it allows that. */
  readonly name: string | null;
  /** 0: the server picks one. */
  readonly remotePort: number;
  /** `127.0.0.1:7860` */
  readonly local: string;
  /** Whether a session is opened too, for what the server says in it. */
  readonly session: boolean;
}

/**
 * What the system's ssh is started with. What is said here stands over the user's own configuration, which applies otherwise.
 * @param extra more arguments, before the host: `["-F", "file"]`
 */
export function sshArguments(target: SshTarget, forward: SshForward, extra: readonly string[]): string[] {
  const options = {
    // Nobody is there to answer a question.
    BatchMode: "yes",
    ExitOnForwardFailure: "yes",
    ConnectTimeout: "10",
    // A server that leaves three questions unanswered is gone: noticed within 20 s.
    ServerAliveInterval: "5",
    ServerAliveCountMax: "3",
    // A connection shared with others would outlive this process, and the forward with it.
    ControlMaster: "no",
    ControlPath: "none",
    ForkAfterAuthentication: "no",
    // At this level it says when a forward is there, and when something comes through.
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
