/** Pattern of loopback names and addresses. */
const loopbackNames = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

/** Returns true for a loopback name or address. IPv6 addresses may have brackets. */
export function isLoopback(host: string): boolean {
  return loopbackNames.test(plainHost(host));
}

/** IPv4 address as IPv6, in the two ways in which it is written: `::ffff:127.0.0.1` and `::ffff:7f00:1`. */
const mappedAddress = /^::ffff:(?:(\d{1,3}(?:\.\d{1,3}){3})|([\da-f]{1,4}):([\da-f]{1,4}))$/;

/**
 * Returns a host in the one spelling by which hosts are compared: in lower case, without brackets and the final dot of a
 * name, and a mapped IPv6 address as the IPv4 address that it is.
 */
export function plainHost(host: string): string {
  const plain = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/(?<=.)\.$/, "");
  const [, dotted, high, low] = mappedAddress.exec(plain) ?? [];
  if (dotted !== undefined) return dotted;
  if (high === undefined || low === undefined) return plain;
  const bits = Number.parseInt(high, 16) * 0x10000 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 0xff).join(".");
}
