/** Names of this machine by which only this machine can reach itself. */
const loopbackNames = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether a host is this machine for this machine only; an IPv6 address with or without its brackets. */
export function isLoopback(host: string): boolean {
  return loopbackNames.test(host);
}
