/**
 * Server with the minimum work of a receiver, which stores nothing. The benches compare the receiver with this limit.
 */
import { serveLimit } from "./limit-server.ts";

serveLimit();
