import type { SshTarget } from "../choice.ts";

/** A public service that forwards by SSH, gives the address itself and says it in the session. */
export interface SshService {
  /** The port asked for there: what it takes for HTTP. */
  readonly remotePort: number;
  /** The line with the address, which is its first group. */
  readonly announcement: RegExp;
}

/**
 * By the host's name. The ports are from their documentation (https://localhost.run/docs, https://serveo.net);
 * the announcements from what is quoted of their sessions. Neither documents when an address ends.
 */
const services: Readonly<Record<string, SshService>> = {
  "localhost.run": {
    remotePort: 80,
    announcement: /tunneled with tls termination, (https:\/\/[\w.-]+)/,
  },
  "serveo.net": {
    remotePort: 80,
    announcement: /Forwarding HTTP traffic from (https:\/\/[\w.-]+)/,
  },
};

/** Null: a server like any other. */
export function serviceOf({ host }: SshTarget): SshService | null {
  return services[host.toLowerCase()] ?? null;
}
