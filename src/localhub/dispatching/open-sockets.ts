import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector } from "undici";
import { PrivateTargetError } from "../errors.ts";

export interface SocketOptions {
  /** Finds the addresses of a name; default: the system's. */
  readonly lookup?: LookupFunction | undefined;
  /** Whether to connect to an address; absent: to every one. A public hub has `isPublicAddress` here. */
  readonly accepts?: AddressCheck | undefined;
}

type AddressCheck = (address: string) => boolean;

/**
 * What attempts are sent through: connections are kept and used again, as many as are needed.
 * A target that is not accepted is a `PrivateTargetError`. A name is looked up once for each connection, and the addresses that were found are
 * at once checked and connected to, so that a name cannot mean one address to the check and another to the connection.
 */
export function openSockets({ lookup = systemLookup, accepts }: SocketOptions): Agent {
  if (accepts === undefined) return new Agent({ connections: null, connect: { lookup } });
  const connect = buildConnector({ lookup: checkedLookup(lookup, accepts) });
  return new Agent({
    connections: null,
    connect(options, callback) {
      // An address instead of a name is never looked up. The URL has it in its plain form, however it was spelt: 0x7f.1 is 127.0.0.1.
      const host = options.hostname.replace(/^\[(.*)\]$/, "$1");
      if (isIP(host) !== 0 && !accepts(host)) callback(privateTarget(host, host), null);
      else connect(options, callback);
    },
  });
}

/** Looks up as told, and fails when one of the addresses is not public: a name that has both is not to be trusted with either. */
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

function privateTarget(host: string, address: string): PrivateTargetError {
  return new PrivateTargetError({
    what: `${host} is refused as a target`,
    why: `${address} is not an address of the public Internet, and this hub is public`,
    hint: "Run the hub without --public to reach targets on your own network",
  });
}
