import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { connectionReason } from "../../text/connection-reason.ts";

/**
 * Asks whether somebody is there: a TCP connection, for https with its TLS handshake, closed again without a request. Never rejects.
 * @param target an http or https URL
 * @param signal gives up on it; its reason is the answer, in words
 * @returns null: somebody is there; else why not
 */
export function probe(target: string, signal: AbortSignal): Promise<string | null> {
  const { protocol, hostname, port } = new URL(target);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const { promise, resolve } = Promise.withResolvers<string | null>();
  let socket: Socket;
  if (protocol === "https:") {
    // An address is no name to ask for: RFC 6066, section 3.
    const name = isIP(host) === 0 ? { servername: host } : {};
    const secure = connectTls({ host, port: Number(port || 443), ...name });
    secure.once("secureConnect", () => end(null));
    socket = secure;
  } else {
    socket = connect({ host, port: Number(port || 80) }, () => end(null));
  }
  socket.on("error", (error) => end(connectionReason(error) ?? error.message));
  socket.once("close", () => end("the connection was cut"));
  socket.unref();
  const stop = (): void => end(String(signal.reason));
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();

  function end(reason: string | null): void {
    signal.removeEventListener("abort", stop);
    resolve(reason);
    // Says goodbye where there was a handshake, and does not wait for an answer to that.
    if (reason === null) socket.destroySoon();
    else socket.destroy();
  }
  return promise;
}
