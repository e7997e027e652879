import { TunnelChoiceError } from "./errors.ts";

/** A server to forward from by SSH. */
export interface SshTarget {
  /** Null: whom the user's own SSH configuration names. */
  readonly user: string | null;
  /** A name, an address (IPv6 without brackets) or a `Host` of the user's SSH configuration. */
  readonly host: string;
  /** Where its SSH server listens; null: what the user's SSH configuration says, or 22. */
  readonly port: number | null;
  /** The port to open there, `?port=8080`; null: any free one. */
  readonly remotePort: number | null;
}

export type TunnelChoice = { readonly kind: "ngrok" } | { readonly kind: "ssh"; readonly target: SshTarget };

/**
 * Reads a value of `--tunnel`: `ngrok`, `ssh://USER@HOST[:PORT][/?port=N]`, or `none`, which is null.
 * @throws {TunnelChoiceError}
 */
export function parseTunnelChoice(text: string): TunnelChoice | null {
  const trimmed = text.trim();
  if (trimmed === "none") return null;
  if (trimmed === "ngrok") return { kind: "ngrok" };
  if (/^ssh:\/\//i.test(trimmed)) return { kind: "ssh", target: parseSshTarget(trimmed) };
  throw new TunnelChoiceError({
    what: `"${text}" is no tunnel`,
    hint: "Use ngrok, ssh://USER@HOST or none",
  });
}

function parseSshTarget(text: string): SshTarget {
  const url = URL.parse(text);
  if (url === null) throw notAnAddress(text, null);
  if (url.password !== "") {
    throw new TunnelChoiceError({
      what: `the tunnel's address has a password in it`,
      why: "everybody on this machine could read it in the list of processes",
      hint: "Use an SSH key",
    });
  }
  const user = decoded(url.username);
  const host = decoded(url.hostname).replace(/^\[(.*)\]$/, "$1");
  // Neither may look like an option of ssh, nor need quoting anywhere.
  if (!/^(?:\w[\w.-]*|[\da-f.:]+)$/i.test(host)) throw notAnAddress(text, "this is no name of a host");
  if (user !== "" && !/^\w[\w.@+-]*$/.test(user)) throw notAnAddress(text, "this is no name of a user");
  if ((url.pathname !== "" && url.pathname !== "/") || url.hash !== "") {
    throw notAnAddress(text, "only ?port=N can follow the host");
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
  if (unknown !== undefined) throw notAnAddress(text, `"${unknown}" is not known; only ?port=N is`);
  const port = query.get("port");
  if (port === null) return null;
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
    throw notAnAddress(text, `"${port}" is no port`);
  }
  return Number(port);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Not valid escapes: the text as it is then fails the check of its characters.
    return part;
  }
}

function notAnAddress(text: string, why: string | null): TunnelChoiceError {
  return new TunnelChoiceError({
    what: `"${text}" is no address of a tunnel`,
    ...(why === null ? {} : { why }),
    hint: "Write ssh://USER@HOST, ssh://USER@HOST:22 or ssh://USER@HOST/?port=8080",
  });
}
