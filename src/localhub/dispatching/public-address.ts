import { BlockList, isIP } from "node:net";

/** IPv4 ranges outside the public Internet (IANA IPv4 Special-Purpose Address Registry), and multicast. */
const specialV4 = subnets("ipv4", [
  "0.0.0.0/8", // this network; 0.0.0.0 is this machine
  "10.0.0.0/8",
  "100.64.0.0/10", // shared by a provider and its customers; clouds use it for their services
  "127.0.0.0/8",
  "169.254.0.0/16", // link-local; 169.254.169.254 returns the credentials of a cloud machine
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3", // multicast, reserved, broadcast
]);

/** Global unicast range of IPv6 (RFC 4291, 2.4); `specialV6` contains the special ranges in it. */
const globalV6 = subnets("ipv6", ["2000::/3"]);
const specialV6 = subnets("ipv6", [
  "2001::/23", // Teredo, ORCHID, benchmarking
  "2001:db8::/32",
  "2002::/16", // 6to4: contains an IPv4 address, which may be private
  "3fff::/20",
]);

/** Prefixes with an IPv4 address in the last 32 bits: mapped (RFC 4291, 2.5.5.2) and NAT64 (RFC 6052). */
const carriesV4 = subnets("ipv6", ["::ffff:0:0/96", "64:ff9b::/96"]);

/**
 * Returns true for an IP address of the public Internet: not loopback, link-local, private, multicast or
 * reserved. Returns false for a name.
 */
export function isPublicAddress(address: string): boolean {
  const [bare = ""] = address.split("%");
  switch (isIP(bare)) {
    case 4:
      return !specialV4.check(bare, "ipv4");
    case 6: {
      if (carriesV4.check(bare, "ipv6")) return !specialV4.check(carriedV4(bare), "ipv4");
      return globalV6.check(bare, "ipv6") && !specialV6.check(bare, "ipv6");
    }
    default:
      return false;
  }
}

function subnets(family: "ipv4" | "ipv6", list: readonly string[]): BlockList {
  const blocks = new BlockList();
  for (const subnet of list) {
    const [network = "", bits] = subnet.split("/");
    blocks.addSubnet(network, Number(bits), family);
  }
  return blocks;
}

function carriedV4(address: string): string {
  // `URL` normalizes an IPv6 address to hex groups without dots.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [high = "0", low = "0"] = written.split(":").slice(-2);
  const bytes = [high, low].flatMap((group) => {
    const value = Number.parseInt(group || "0", 16);
    return [value >> 8, value & 0xff];
  });
  return bytes.join(".");
}
