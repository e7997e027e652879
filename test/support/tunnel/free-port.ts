import { once } from "node:events";
import { createServer } from "node:net";

/** Returns a port on which nothing listens. */
export async function freePort(address = "127.0.0.1"): Promise<number> {
  const server = createServer().listen(0, address);
  await once(server, "listening");
  const bound = server.address();
  server.close();
  await once(server, "close");
  if (bound === null || typeof bound === "string") throw new Error("no port");
  return bound.port;
}
