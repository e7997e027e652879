/** Pattern of loopback names and addresses. */
const loopbackNames = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

/** Returns true for a loopback name or address. IPv6 addresses may have brackets. */
export function isLoopback(host: string): boolean {
  return loopbackNames.test(plainHost(host));
}

/** IPv4 address as IPv6, in both spellings: `::ffff:127.0.0.1` and `::ffff:7f00:1`. */
const mappedAddress = /^::ffff:(?:(\d{1,3}(?:\.\d{1,3}){3})|([\da-f]{1,4}):([\da-f]{1,4}))$/;

/**
 * Normalizes a host for comparison: lowercase, without brackets and final dot; a mapped IPv6 address becomes IPv4.
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
