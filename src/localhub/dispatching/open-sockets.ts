import { lookup as systemLookup } from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { PostOptions } from "../../http/post.ts";
import type { HooklensError } from "../../model/errors.ts";
import { PrivateTargetError } from "../errors.ts";

export interface SocketOptions {
  /** Resolver of host names. Default: the system's. */
  readonly lookup?: LookupFunction | undefined;
  /**
   * Returns true for an address that may be connected to. Default: all addresses. A public hub passes
   * `isPublicAddress`.
   */
  readonly accepts?: AddressCheck | undefined;
}

type AddressCheck = (address: string) => boolean;

/** Connections to the accepted addresses of targets, which are kept for later attempts. */
export interface Sockets {
  /** Returns an error if the host of a URL is a refused address; null for any other, also for a name. */
  refuse(url: string): HooklensError | null;
  /**
   * Returns the options of a request to a URL. Their lookup fails with a `PrivateTargetError` if the name has
   * a refused address.
   */
  optionsFor(url: string): Pick<PostOptions, "agent" | "lookup">;
  /** Closes all connections. */
  close(): void;
}

/**
 * Creates sockets, which open connections on demand and keep them for later attempts. A name is looked up
 * once per connection, and the connection uses the checked addresses, so that they cannot change in between.
 */
export function openSockets({ lookup = systemLookup, accepts }: SocketOptions): Sockets {
  const agents = {
    "http:": new http.Agent({ keepAlive: true }),
    "https:": new https.Agent({ keepAlive: true }),
  } as const;
  const checked = accepts === undefined ? lookup : checkedLookup(lookup, accepts);
  return {
    refuse(url) {
      if (accepts === undefined) return null;
      // Node does not look up an address. `URL` normalizes it: 0x7f.1 becomes 127.0.0.1.
      const host = URL.parse(url)?.hostname.replace(/^\[(.*)\]$/, "$1") ?? "";
      return isIP(host) === 0 || accepts(host) ? null : privateTarget(host, host);
    },
    optionsFor: (url) => ({
      // The URL is as its owner typed it, in any case.
      agent: /^https:/i.test(url) ? agents["https:"] : agents["http:"],
      lookup: checked,
    }),
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** Creates a lookup that fails if a name has a refused address, even if its other addresses are accepted. */
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
