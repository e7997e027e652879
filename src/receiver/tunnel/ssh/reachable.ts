import { connect } from "node:net";
import { connectionReason } from "../../../text/connection-reason.ts";

const timeoutMs = 10_000;

/**
 * Whether a connection to the tunnel's public port comes out at our end. A server whose GatewayPorts is off opens the port for
 * itself alone, and one whose port is half taken says that all is well: only a look from outside tells.
 * @param arrivals who is told of each connection that comes through the tunnel
 * @returns why not; null: it does
 */
export function reachable(
  host: string,
  port: number,
  arrivals: Set<() => void>,
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const timer = setTimeout(() => done("what is sent there does not come through"), timeoutMs);
    const arrived = (): void => done(null);
    const gaveUp = (): void => done("it was closed");
    arrivals.add(arrived);
    signal.addEventListener("abort", gaveUp);
    socket.on("error", (error) => done(connectionReason(error) ?? error.message));

    function done(why: string | null): void {
      clearTimeout(timer);
      arrivals.delete(arrived);
      signal.removeEventListener("abort", gaveUp);
      socket.destroy();
      resolve(why);
    }
  });
}
