import process from "node:process";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { unpackCalls } from "./batches.ts";
import { keepPrints } from "./call-console.ts";
import { failureOf } from "./handler-failure.ts";
import type { Handler } from "./handler.ts";
import { hookLoading } from "./load-hooks.ts";
import { makeBegin } from "./progress.ts";
import { makeRunningCalls, type RunningCalls } from "./running-calls.ts";
import type { CallBatch, FromThread, ThreadData, ToThread } from "./thread-messages.ts";

/** A handler that holds the thread longer than this, in milliseconds, is followed by a turn in which answers go out. */
const longTurnMs = 1;

/** The thread one version of a handler's module lives in: loads it, says so, and calls it with what comes. */
async function serve(port: MessagePort, { entry, route, sources, progress }: ThreadData): Promise<void> {
  const post = (message: FromThread): void => port.postMessage(message);
  const mayBegin = makeBegin(progress);
  const received: CallBatch[] = [];
  let calls: RunningCalls | null = null;
  let working = false;

  async function work(): Promise<void> {
    if (working || calls === null) return;
    working = true;
    for (let batch = received.shift(); batch !== undefined; batch = received.shift()) {
      for (const [id, incoming] of unpackCalls(route, batch)) {
        if (!mayBegin(id)) return;
        const begunMs = performance.now();
        calls.begin(id, incoming);
        if (performance.now() - begunMs > longTurnMs) await nextTurn();
      }
    }
    working = false;
  }

  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (thrown: unknown) => post({ kind: "stray", what: failureOf(thrown) }));
  }
  port.on("message", (message: ToThread) => {
    if (message.kind === "calls") {
      received.push(message.batch);
      void work();
    } else if (message.kind === "abort") {
      calls?.abort(message.id, message.why);
    } else {
      // What the handler still has under way holds the thread; when that is over, nothing does.
      port.unref();
    }
  });

  keepPrints(process.stdout);
  keepPrints(process.stderr);
  hookLoading(new URL(".", entry).href, sources, (file) => post({ kind: "file", file }));
  try {
    const handler = handlerOf(await import(entry));
    if (typeof handler === "string") post({ kind: "broken", why: handler });
    else {
      calls = makeRunningCalls(handler, post);
      post({ kind: "loaded" });
    }
  } catch (error) {
    post({ kind: "broken", why: failureOf(error) });
  }
}

/** A module's handler, or why it has none. */
function handlerOf(module: { readonly default?: unknown }): Handler | string {
  const exported = module.default;
  if (typeof exported === "function") return exported as Handler;
  // A module compiled to CommonJS has its exports one level down.
  if (typeof exported === "object" && exported !== null && "default" in exported) {
    if (typeof exported.default === "function") return exported.default as Handler;
  }
  return exported === undefined
    ? "it has no default export, which would be the handler"
    : `its default export is no function but ${exported === null ? "null" : `of type ${typeof exported}`}`;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

if (parentPort !== null) void serve(parentPort, workerData as ThreadData);
