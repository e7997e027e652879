import { BlockList, isIP } from "node:net";
import type { Header } from "../model/delivery.ts";
import { UsageError } from "../model/errors.ts";

/** Trusted proxies. */
export interface Proxies {
  has(address: string): boolean;
}

/** Returns true for an address or a network: `10.1.2.3`, `10.0.0.0/8`, `fd00::/8`. */
export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== null;
}

/** Parses trusted proxies. @throws {UsageError} an item is neither an address nor a network */
export function readProxies(texts: readonly string[]): Proxies {
  const list = new BlockList();
  for (const text of texts) {
    const network = parseNetwork(text);
    if (network === null) {
      throw new UsageError({
        what: `"${text}" is neither an address nor a network`,
        hint: "Use the form 10.1.2.3 or 10.0.0.0/8",
      });
    }
    list.addSubnet(network.address, network.prefix, network.family);
  }
  return {
    has: (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? "ipv4" : "ipv6"),
  };
}

function parseNetwork(text: string) {
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address) === 4 ? ("ipv4" as const) : ("ipv6" as const);
  const most = family === "ipv4" ? 32 : 128;
  const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity;
  return isIP(address) === 0 || rest.length > 0 || prefix > most ? null : { address, family, prefix };
}

/**
 * Returns the sender's address behind proxies: the last forwarded address that is not a trusted proxy, or the
 * first one if all are trusted. Only entries added by trusted proxies count, because a sender can forge the
 * headers; the search ends at an entry that is not an address.
 * @param peer remote address of the connection
 * @param isTrusted returns true for a trusted proxy
 */
export function clientAddress(
  peer: string,
  headers: readonly Header[],
  isTrusted: (address: string) => boolean,
): string {
  if (!isTrusted(peer)) return peer;
  let client = peer;
  for (const address of forwardedFor(headers).toReversed()) {
    // An obfuscated identifier, or not an address.
    if (address === null) break;
    client = address;
    if (!isTrusted(address)) break;
  }
  return client;
}

/**
 * Returns the addresses in X-Forwarded-For, or if it is missing in Forwarded, nearest proxy last; null for an
 * entry that is not an address.
 */
function forwardedFor(headers: readonly Header[]): readonly (string | null)[] {
  const valuesOf = (wanted: string): string[] =>
    headers.filter(([name]) => name.toLowerCase() === wanted).flatMap(([, value]) => value.split(","));
  const listed = valuesOf("x-forwarded-for");
  if (listed.length > 0) return listed.map(addressOf);
  return valuesOf("forwarded").map((element) =>
    addressOf(/(?:^|;)\s*for="?(?<node>[^;"]*)"?/i.exec(element)?.groups?.["node"] ?? ""),
  );
}

/** Returns an address without its port (`1.2.3.4:5`, `[::1]:5`); null if the text is not an address. */
function addressOf(text: string): string | null {
  const trimmed = text.trim();
  const address =
    /^\[(?<v6>[^\]]*)\]/.exec(trimmed)?.groups?.["v6"] ?? trimmed.replace(/^([\d.]+):\d+$/, "$1");
  return isIP(address) === 0 ? null : address;
}
