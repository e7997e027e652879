/**
 * Server with the minimum work of a receiver: node:http, the secret's digest in constant time, JSON.parse,
 * 200. Stores nothing. The benches compare the receiver with this limit.
 */
import { hash, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { printPort } from "./print-port.ts";
import { benchSecret } from "./receive-payload.ts";

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
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const [first] = chunks;
    JSON.parse(chunks.length === 1 && first ? first.toString() : Buffer.concat(chunks).toString());
    response.writeHead(200, headers);
    response.end(answer);
  });
});
printPort(server);
