/** Loopback names and addresses. */
const loopbackNames = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Returns true if only this machine can reach the host. IPv6 addresses may have brackets. */
export function isLoopback(host: string): boolean {
  return loopbackNames.test(host);
}
