/**
 * Server with the minimum work of a receiver that keeps each body: it appends the bodies of a turn of the event loop to a
 * file, and responds after one fdatasync: `node bench/receive-append.ts DIR`. The bench compares the receiver with this
 * limit.
 */
import { fdatasyncSync, openSync, writevSync } from "node:fs";
import { join } from "node:path";
import { serveLimit } from "./limit-server.ts";

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error("usage: node bench/receive-append.ts DIR");

const file = openSync(join(directory, "bodies"), "a");
let waiting: { readonly body: Buffer; readonly resolve: () => void }[] = [];

serveLimit(
  (body) =>
    new Promise<void>((resolve) => {
      if (waiting.push({ body, resolve }) === 1) setImmediate(flush);
    }),
);

function flush(): void {
  const batch = waiting;
  waiting = [];
  writevSync(
    file,
    batch.map(({ body }) => body),
  );
  fdatasyncSync(file);
  for (const { resolve } of batch) resolve();
}
