/**
 * Opens a directory of handlers: `node close-at-restart.ts DIRECTORY`. The handler `train` ends its thread,
 * and the handlers are closed while the thread restarts. Prints the noted lines; ends when nothing is left
 * running.
 */
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { openHandlers } from "../../../src/receiver/handlers/handlers.ts";

const [directory = ""] = process.argv.slice(2);
const restarted = Promise.withResolvers<void>();
let loads = 0;

function note(line: string): void {
  console.log(line);
  if (!line.endsWith(": loading")) return;
  loads += 1;
  if (loads === 2) restarted.resolve();
}

const handlers = await openHandlers(directory, {
  logger: { info: note, warn: note, error: note },
  onRoutes() {},
});
const run = handlers.routes()[0]?.action?.(
  {
    seq: 1,
    route: "train",
    method: "POST",
    target: "/webhooks/train",
    headers: [],
    body: Buffer.from("{}"),
    payload: {},
    schemaValid: true,
    remote: "127.0.0.1",
    receivedAtMs: 0,
    replayOf: null,
    event: { id: null, first: 1, number: 1, firstAtMs: 0 },
  },
  { signal: new AbortController().signal, attempt: async () => {} },
);
await run?.end;
await restarted.promise;
// A handler that did not load is looked at once more 150 ms later; no event tells of the time in between.
await sleep(50);
await handlers.close(0);
