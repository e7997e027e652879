import { once } from "node:events";
import { createServer } from "node:net";
import { onTestFinished } from "vitest";

/** Port that another program uses. */
export interface TakenPort {
  readonly port: number;
  /** Releases the port; also done after the test. */
  free(): Promise<void>;
}

/**
 * Takes a port of 127.0.0.1.
 * @param port 0: the system picks
 */
export async function takePort(port = 0): Promise<TakenPort> {
  const server = createServer().listen(port, "127.0.0.1");
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
