import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Returns a port on which nothing listens. It is below those that the system gives to programs, so that nobody takes it
 * before the test does, or while its server is down.
 */
export async function freePort(address = "127.0.0.1"): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const server = createServer();
    const listens = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false)).listen(port, address, () => resolve(true));
    });
    if (!listens) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
