import { AsyncLocalStorage } from "node:async_hooks";
import process from "node:process";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { Incoming } from "../action.ts";
import { CallConsole } from "../call-console.ts";
import { callHandler } from "./call-handler.ts";
import { RecentNumbers, makeBegin } from "./call-numbers.ts";
import { failureOf } from "./handler-failure.ts";
import type { Handler } from "./handler.ts";
import { hookLoading } from "./load-hooks.ts";
import {
  type Reply,
  type CallBatch,
  type FromThread,
  type ThreadData,
  type ToThread,
  packReplies,
  unpackCalls,
} from "./thread-messages.ts";

const running = new AsyncLocalStorage<CallConsole>();

/** Runs a call; its output on streams passed to `keepPrints` is also written to `printed`. */
export function withConsole<Result>(printed: CallConsole, call: () => Result): Result {
  return running.run(printed, call);
}

/** Copies output on a stream, including `console.log`, to the console of the call that prints it. */
export function keepPrints(stream: NodeJS.WriteStream): void {
  stream.write = new Proxy(stream.write, {
    apply(write, self, args: unknown[]) {
      const [chunk] = args;
      if (typeof chunk === "string") running.getStore()?.write(chunk);
      else if (chunk instanceof Uint8Array) running.getStore()?.write(Buffer.from(chunk).toString("utf8"));
      return Reflect.apply(write, self, args);
    },
  });
}

/** Running calls of this thread. */
export interface RunningCalls {
  /** Begins a call; its reply is posted when it ends. */
  begin(id: number, incoming: Incoming): void;
  /** Aborts the signal of a running call. */
  abort(id: number, why: string): void;
}

/** A running call. Its signal is created, and requested from the receiver, on first access. */
class RunningCall {
  readonly #ask: () => void;
  #controller: AbortController | null = null;

  constructor(ask: () => void) {
    this.#ask = ask;
  }

  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      this.#ask();
    }
    return this.#controller.signal;
  }

  abort(why: string): void {
    this.#controller?.abort(new DOMException(why, "AbortError"));
  }
}

/** Creates the running calls of a handler. @param post sends messages to the receiver's thread */
export function makeRunningCalls(handler: Handler, post: (message: FromThread) => void): RunningCalls {
  const running = new RecentNumbers<RunningCall>();
  let replies: Reply[] = [];

  function flush(): void {
    const batch = packReplies(replies);
    replies = [];
    post({ kind: "replies", batch });
  }

  async function run(id: number, incoming: Incoming, context: RunningCall): Promise<void> {
    const printed = new CallConsole();
    const call = await withConsole(printed, () => callHandler(handler, incoming, context));
    running.take(id);
    const lines = printed.lines();
    const reply = lines.length === 0 ? call : { ...call, console: [...lines, ...call.console] };
    // Flush after the microtasks, so that one message has all replies of this turn.
    if (replies.push({ id, call: reply }) === 1) process.nextTick(flush);
  }

  return {
    begin(id, incoming) {
      const context = new RunningCall(() => post({ kind: "signal-wanted", id }));
      running.add(id, context);
      void run(id, incoming, context);
    },
    abort(id, why) {
      running.get(id)?.abort(why);
    },
  };
}

/**
 * Maximum duration of a handler's synchronous part, in milliseconds. After a longer one, a turn of the event
 * loop sends replies before the next call begins.
 */
const longTurnMs = 1;

/**
 * Serves one version of a handler's module: loads it, reports that, and calls the handler with each delivery.
 */
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
    process.on(event, (thrown: unknown) => post({ kind: "uncaught", what: failureOf(thrown) }));
  }
  port.on("message", (message: ToThread) => {
    if (message.kind === "calls") {
      received.push(message.batch);
      void work();
    } else if (message.kind === "abort") {
      calls?.abort(message.id, message.why);
    } else {
      // Only the handler's own work keeps the thread alive from now on.
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

/** Returns a module's handler, or the reason it has none. */
function handlerOf(module: { readonly default?: unknown }): Handler | string {
  const exported = module.default;
  if (typeof exported === "function") return exported as Handler;
  // A module compiled to CommonJS nests its exports one level deeper.
  if (typeof exported === "object" && exported !== null && "default" in exported) {
    if (typeof exported.default === "function") return exported.default as Handler;
  }
  return exported === undefined
    ? "it has no default export; export the handler as default"
    : `its default export is not a function but ${exported === null ? "null" : `of type ${typeof exported}`}`;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

if (parentPort !== null) void serve(parentPort, workerData as ThreadData);
