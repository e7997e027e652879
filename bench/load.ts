/**
 * Process that loads a server on loopback with deliveries and counts the responses with 200.
 * `node bench/load.ts PORT CONNECTIONS SECONDS`: each connection sends the next delivery after a response.
 * `node bench/load.ts PORT CONNECTIONS SECONDS PER_SECOND`: at that rate.
 * Prints `{"answered": number, "ms": number, "p99Ms": number}`. With a rate, the time of a delivery starts
 * when it is due.
 */
import { setTimeout as pause } from "node:timers/promises";
import { postInTurn } from "../test/support/load.ts";
import { makePosts } from "./distinct-posts.ts";
import { percentile } from "./result.ts";

const [port, connections, seconds, perSecond] = process.argv.slice(2).map(Number);
if (port === undefined || connections === undefined || seconds === undefined)
  throw new Error("usage: node bench/load.ts PORT CONNECTIONS SECONDS [PER_SECOND]");

const refused = new Map<number, number>();
const times: number[] = [];
let begun = 0;
const startedMs = performance.now();
const endMs = startedMs + seconds * 1_000;

await Promise.all(
  Array.from({ length: connections }, () => {
    const post = makePosts();
    let dueMs = 0;
    return postInTurn(
      port,
      () => {
        dueMs = performance.now();
        if (perSecond === undefined) return dueMs < endMs ? post() : null;
        dueMs = startedMs + (begun * 1_000) / perSecond;
        begun += 1;
        return dueMs < endMs ? pause(Math.max(0, dueMs - performance.now())).then(post) : null;
      },
      (status) => {
        if (status === 200) times.push(performance.now() - dueMs);
        else refused.set(status, (refused.get(status) ?? 0) + 1);
      },
    );
  }),
);

if (refused.size > 0) throw new Error(`responses other than 200: ${JSON.stringify([...refused])}`);
const result = { answered: times.length, ms: performance.now() - startedMs, p99Ms: percentile(times, 0.99) };
console.log(JSON.stringify(result));
