/** Process that responds to every request with 200 after its body arrived. Prints its port. */
import { createServer } from "node:http";
import { printPort } from "./print-port.ts";

const answer = '{"ok":true}';
const headers = ["Content-Type", "application/json", "Content-Length", String(answer.length)];

const server = createServer((request, response) => {
  request.on("data", () => {});
  request.on("end", () => {
    response.writeHead(200, headers);
    response.end(answer);
  });
});
printPort(server);
