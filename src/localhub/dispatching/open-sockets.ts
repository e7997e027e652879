import { lookup as systemLookup } from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { PostOptions } from "../../http/post.ts";
import type { HooklensError } from "../../model/errors.ts";
import { PrivateTargetError } from "../errors.ts";

export interface SocketOptions {
  /** Default: the system's. */
  readonly lookup?: LookupFunction | undefined;
  /** Decides about each address before a connection; default: all are accepted. A public hub passes `isPublicAddress`. */
  readonly accepts?: AddressCheck | undefined;
}

type AddressCheck = (address: string) => boolean;

/** Kept connections to the accepted addresses of targets. */
export interface Sockets {
  /** Returns the error of a URL whose host is a refused address; null for any other. */
  refuse(url: string): HooklensError | null;
  /** Fails with a `PrivateTargetError` if a name has a refused address. */
  optionsFor(url: string): Pick<PostOptions, "agent" | "lookup">;
  /** Closes the connections. */
  close(): void;
}

/**
 * Opens connections on demand and keeps them for later attempts. A name is looked up once per connection, and the
 * addresses found are checked and connected to at once: they cannot change in between.
 */
export function openSockets({ lookup = systemLookup, accepts }: SocketOptions): Sockets {
  const agents = {
    "http:": new http.Agent({ keepAlive: true }),
    "https:": new https.Agent({ keepAlive: true }),
  } as const;
  const checked = accepts === undefined ? lookup : checkedLookup(lookup, accepts);
  return {
    refuse(url) {
      // Addresses are not looked up. `URL` normalizes them: 0x7f.1 becomes 127.0.0.1.
      const host = URL.parse(url)?.hostname.replace(/^\[(.*)\]$/, "$1") ?? "";
      return isIP(host) === 0 || accepts?.(host) !== false ? null : privateTarget(host, host);
    },
    optionsFor: (url) => ({
      agent: url.startsWith("https:") ? agents["https:"] : agents["http:"],
      lookup: checked,
    }),
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** Fails if one of the addresses is refused, even if others are accepted: such a name is not trusted. */
function checkedLookup(lookup: LookupFunction, accepts: AddressCheck): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, found, family) => {
      const addresses = typeof found === "string" ? [found] : (found ?? []).map(({ address }) => address);
      const refused = error === null ? addresses.find((address) => !accepts(address)) : undefined;
      if (refused === undefined) callback(error, found, family);
      else callback(privateTarget(hostname, refused), found, family);
    });
  };
}

function privateTarget(host: string, address: string): HooklensError {
  return new PrivateTargetError({
    what: `${host} is refused as a target`,
    why: `${address} is not an address of the public Internet, and this hub is public`,
    hint: "Run the hub without --public to reach targets on your own network",
  });
}
