/**
 * A process of its own that loads a server on loopback with one and the same delivery and says how many it answered with 200.
 * `node bench/load.ts PORT CONNECTIONS SECONDS`; prints `{"answered": number, "ms": number}`.
 */
import { postBytes, postInTurn } from "../test/support/load.ts";
import { benchSecret, payloadText } from "./receive-payload.ts";

const [port, connections, seconds] = process.argv.slice(2).map(Number);
if (port === undefined || connections === undefined || seconds === undefined)
  throw new Error("usage: node bench/load.ts PORT CONNECTIONS SECONDS");

const request = postBytes("inbox", benchSecret, payloadText);
const refused = new Map<number, number>();
let answered = 0;
const startedMs = performance.now();
const endMs = startedMs + seconds * 1_000;

await Promise.all(
  Array.from({ length: connections }, () =>
    postInTurn(
      port,
      () => (performance.now() < endMs ? request : null),
      (status) => {
        if (status === 200) answered += 1;
        else refused.set(status, (refused.get(status) ?? 0) + 1);
      },
    ),
  ),
);

if (refused.size > 0) throw new Error(`answered with other than 200: ${JSON.stringify([...refused])}`);
console.log(JSON.stringify({ answered, ms: performance.now() - startedMs }));
