import { UsageError } from "../../../model/errors.ts";

/** A server to forward from by SSH. */
export interface SshTarget {
  /** User; null for the one in the SSH configuration. */
  readonly user: string | null;
  /** A host name, an address (IPv6 without brackets) or a `Host` of the user's SSH configuration. */
  readonly host: string;
  /** Port of the SSH server; null for the one in the SSH configuration, or 22. */
  readonly port: number | null;
  /** Port to open on the server, from `?port=8080`; null for any free port. */
  readonly remotePort: number | null;
}

/** A public service that forwards by SSH and announces the address in the session. */
export interface SshService {
  /** Remote port that the service maps to HTTP. */
  readonly remotePort: number;
  /** Pattern of the line with the address; the first group is the address. */
  readonly announcement: RegExp;
}

/**
 * Services by host name. The ports are documented (https://localhost.run/docs, https://serveo.net); the
 * announcements are not and were taken from output of sessions. Neither service documents when an address
 * expires.
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

/** Returns the service at a host; null for an ordinary server. */
export function serviceOf({ host }: SshTarget): SshService | null {
  return services[host.toLowerCase()] ?? null;
}

/** Parses `ssh://USER@HOST[:PORT][/?port=N]`. @throws {UsageError} */
export function parseSshTarget(text: string): SshTarget {
  const url = URL.parse(text);
  if (url === null) throw invalidAddress(text, null);
  if (url.password !== "") {
    throw new UsageError({
      what: "the tunnel's address contains a password",
      why: "every user of this machine can read it in the process list",
      hint: "Use an SSH key",
    });
  }
  const user = decoded(url.username);
  const host = decoded(url.hostname).replace(/^\[(.*)\]$/, "$1");
  // User and host must not look like an option of ssh or need quotes.
  if (!/^(?:\w[\w.-]*|[\da-f.:]+)$/i.test(host)) throw invalidAddress(text, "the host name is invalid");
  if (user !== "" && !/^\w[\w.@+-]*$/.test(user)) throw invalidAddress(text, "the user name is invalid");
  if ((url.pathname !== "" && url.pathname !== "/") || url.hash !== "") {
    throw invalidAddress(text, "only ?port=N can follow the host");
  }
  return {
    user: user === "" ? null : user,
    host,
    port: url.port === "" ? null : Number(url.port),
    remotePort: remotePortOf(url.searchParams, text),
  };
}

function remotePortOf(query: URLSearchParams, text: string): number | null {
  const unknown = [...query.keys()].find((key) => key !== "port");
  if (unknown !== undefined) throw invalidAddress(text, `"${unknown}" is unknown; only ?port=N is allowed`);
  const port = query.get("port");
  if (port === null) return null;
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
    throw invalidAddress(text, `"${port}" is not a port`);
  }
  return Number(port);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Invalid escapes: the unchanged text then fails the check of its characters.
    return part;
  }
}

function invalidAddress(text: string, why: string | null): UsageError {
  return new UsageError({
    what: `"${text}" is not the address of a tunnel`,
    ...(why !== null && { why }),
    hint: "Use ssh://USER@HOST, ssh://USER@HOST:22 or ssh://USER@HOST/?port=8080",
  });
}
