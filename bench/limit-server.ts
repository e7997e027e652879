import { hash, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { printPort } from "./print-port.ts";
import { benchSecret } from "./receive-payload.ts";

/**
 * Serves the minimum work of a receiver: node:http, the secret's digest in constant time, JSON.parse, 200.
 * @param store awaited before the response. @default nothing is stored
 */
export function serveLimit(store?: (body: Buffer) => Promise<unknown>): void {
  const expected = hash("sha256", benchSecret, "buffer");
  const answer = '{"ok":true}';
  const headers = ["Content-Type", "application/json", "Content-Length", String(answer.length)];
  const server = createServer((request, response) => {
    const given = request.headers["x-webhook-secret"];
    if (typeof given !== "string" || !timingSafeEqual(hash("sha256", given, "buffer"), expected)) {
      response.writeHead(403).end();
      return;
    }
    const chunks: Buffer[] = [];
    const respond = (): void => {
      response.writeHead(200, headers);
      response.end(answer);
    };
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const [first] = chunks;
      const body = chunks.length === 1 && first ? first : Buffer.concat(chunks);
      JSON.parse(body.toString());
      if (store === undefined) respond();
      else void store(body).then(respond);
    });
  });
  printPort(server);
}
