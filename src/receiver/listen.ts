import { once } from "node:events";
import type { Server } from "node:net";
import { ListenError, PortForbiddenError, PortTakenError } from "./errors.ts";

/**
 * Makes the server listen.
 * @param port 0: the system picks one
 * @returns the port it got
 * @throws {PortTakenError | PortForbiddenError | ListenError}
 */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  try {
    server.listen({ host, port });
    await once(server, "listening");
  } catch (error) {
    throw listenFailure(error, host, port);
  }
  const address = server.address();
  // A string is a pipe's, and null a closed server's.
  if (typeof address !== "object" || address === null) throw new Error(`no port after listening on ${host}`);
  return address.port;
}

/** Where a server that listens there is reached: an IPv6 address is put in brackets. */
export function serverUrl(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function listenFailure(error: unknown, host: string, port: number): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  switch (error.code) {
    case "EADDRINUSE":
      return new PortTakenError(host, port, error);
    case "EACCES":
      return new PortForbiddenError(port, error);
    case "EADDRNOTAVAIL":
      return new ListenError(host, port, "the host is no address of this machine", error);
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new ListenError(host, port, "the host's name has no address", error);
    case "ERR_SOCKET_BAD_PORT":
      return new ListenError(host, port, "a port is a number from 0 to 65535", error);
    default:
      return new ListenError(host, port, error.message, error);
  }
}
