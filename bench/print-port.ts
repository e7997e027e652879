import type { Server } from "node:http";

/** Listens on loopback, prints the port as `portOf` reads it, and ends the process on SIGTERM. */
export function printPort(server: Server): void {
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (typeof address === "object") console.log(address?.port);
  });
  process.on("SIGTERM", () => process.exit(0));
}
