import process from "node:process";

/**
 * `node:http` for the bundle. An import of it reads all of its exports, and that of `WebSocket` loads undici: 80 ms of
 * CPU, which processes without `fetch` save.
 */
const http = process.getBuiltinModule("node:http");

export default http;
export const { Agent, createServer, request, Server, ServerResponse, STATUS_CODES } = http;
