import { once } from "node:events";
import type { Server } from "node:net";
import { type DefinedError, defineError } from "../model/errors.ts";
import { portHolder } from "./port-holder.ts";

export const PortTakenError = defineError("port-taken", 1);
export const ListenError = defineError("listen-failed", 1);
export const PortForbiddenError = defineError("port-forbidden", 1);

/**
 * Makes a server listen on a host and a port.
 * @param port 0 for a port that the system picks
 * @returns the port on which the server listens
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
  // The address is a string for a pipe, and null after close.
  if (typeof address !== "object" || address === null) throw new Error(`no port after listening on ${host}`);
  return address.port;
}

/** Returns the URL of a listening server; an IPv6 address gets brackets. */
export function serverUrl(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

export function portTaken(host: string, port: number, cause?: unknown): DefinedError {
  return new PortTakenError({
    what: `port ${port} is taken`,
    why: `${portHolder(port) ?? "another program"} listens on ${host}:${port}`,
    hint: "Stop it, or choose another port; for 0 the system picks one",
    cause,
  });
}

function listenFailure(error: unknown, host: string, port: number): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const failed = (
    why: string,
    hint = "Choose the host 127.0.0.1 for this machine only, or 0.0.0.0 for all its addresses",
  ): DefinedError => new ListenError({ what: `cannot listen on ${host}:${port}`, why, hint, cause: error });
  switch (error.code) {
    case "EADDRINUSE":
      return portTaken(host, port, error);
    case "EACCES":
      return new PortForbiddenError({
        what: `port ${port} cannot be used`,
        why: "the system reserves it for privileged programs",
        hint: "Choose a port above 1023; for 0 the system picks one",
        cause: error,
      });
    case "EADDRNOTAVAIL":
      return failed("the host is not an address of this machine");
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return failed("the host's name has no address");
    case "ERR_SOCKET_BAD_PORT":
      return failed("a port is a number from 0 to 65535", "Choose another port; for 0 the system picks one");
    default:
      return failed(error.message);
  }
}
