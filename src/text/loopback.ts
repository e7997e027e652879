/** Pattern of loopback names and addresses. */
const loopbackNames = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Returns true for a loopback name or address. IPv6 addresses may have brackets. */
export function isLoopback(host: string): boolean {
  return loopbackNames.test(host);
}
