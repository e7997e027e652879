import { once } from "node:events";
import { createServer } from "node:net";
import { onTestFinished } from "vitest";
import { freePort } from "./tunnel/free-port.ts";

/** Port that another program uses. */
export interface TakenPort {
  readonly port: number;
  /** Releases the port; also done after the test. */
  free(): Promise<void>;
}

/**
 * Takes a port of 127.0.0.1.
 * @param port default a free one, which nobody takes when it is released
 */
export async function takePort(port?: number): Promise<TakenPort> {
  const server = createServer().listen(port ?? (await freePort()), "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    free: async () => {
      server.close();
      await once(server, "close");
    },
  };
}
