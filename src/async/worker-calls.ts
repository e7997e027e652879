import { parentPort, Worker, workerData } from "node:worker_threads";
import { errorFromWire, errorToWire, type WireError } from "../model/error-wire.ts";
import { awaitInterruptible, createTerminationGuard, guardThisThread } from "./uninterruptible.ts";

/** Methods that a thread serves; arguments and results are structured clones. */
type Methods<M> = { readonly [K in keyof M]: (...args: never[]) => unknown };

interface Request {
  /** Number of the request, from 1. */
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

type Response =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: WireError }
  | { readonly id: number; readonly canceled: true };

interface ThreadData {
  readonly data: unknown;
  /**
   * One Int32: requests with an ID up to it are dropped. Shared memory, because a busy thread does not read
   * its messages.
   */
  readonly canceledUpTo: SharedArrayBuffer;
  /** See `uninterruptible`. */
  readonly guard: SharedArrayBuffer;
}

export interface WorkerOptions {
  /** Name of the thread in diagnostics. */
  readonly name: string;
  readonly file: URL;
  /** Argument of the thread's `open`. */
  readonly data: unknown;
  /** Creates the error of pending calls when the thread ends unexpectedly, and of calls after `close`. */
  readonly goneError: (why: string, cause?: unknown) => Error;
  /**
   * Limit for one call, in milliseconds; `cancelAll` terminates a thread that exceeds it.
   * @default Infinity
   */
  readonly slowAfterMs?: number;
}

/**
 * Calls into a thread, which serves them in order. After an unexpected end, the next call starts the thread
 * again.
 */
export interface WorkerCalls<M extends Methods<M>> {
  call<K extends keyof M & string>(method: K, ...args: Parameters<M[K]>): Promise<Awaited<ReturnType<M[K]>>>;
  /** Starts the thread ahead of the first call. */
  start(): void;
  /** Rejects pending calls with AbortError. Terminates the thread if a call has exceeded `slowAfterMs`. */
  cancelAll(): void;
  /** Rejects pending calls with AbortError and terminates the thread. */
  close(): Promise<void>;
}

interface PendingCall {
  /** The method determines the type of the value: both sides are of one build. */
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface Running {
  readonly worker: Worker;
  readonly guard: SharedArrayBuffer;
  /** Requests without a response, canceled ones included. */
  open: number;
  /** Start of the request in progress. */
  busySinceMs: number;
}

/** Creates the caller's side. The process can exit while no call is pending. */
export function createWorkerCalls<M extends Methods<M>>(options: WorkerOptions): WorkerCalls<M> {
  const { name, file, data, goneError, slowAfterMs = Number.POSITIVE_INFINITY } = options;
  const canceledUpTo = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const pending = new Map<number, PendingCall>();
  let lastId = 0;
  let running: Running | null = null;
  let closed = false;

  function rejectAll(error: Error): void {
    const calls = [...pending.values()];
    pending.clear();
    running?.worker.unref();
    for (const call of calls) call.reject(error);
  }

  function start(): Running {
    const guard = createTerminationGuard();
    const worker = new Worker(file, {
      name,
      workerData: { data, canceledUpTo, guard } satisfies ThreadData,
      // Results are garbage once they are sent; without this limit the heap grows before it is collected.
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
    });
    const started: Running = { worker, guard, open: 0, busySinceMs: 0 };
    const ended = (why: string, cause?: unknown): void => {
      if (running !== started) return;
      running = null;
      rejectAll(goneError(why, cause));
    };
    worker.on("error", (error) => ended(String(error), error));
    worker.on("exit", (code) => ended(`exit code ${code}`));
    worker.on("message", (response: Response) => settle(started, response));
    worker.unref();
    return started;
  }

  function settle(from: Running, response: Response): void {
    from.open -= 1;
    from.busySinceMs = performance.now();
    const call = pending.get(response.id);
    pending.delete(response.id);
    if (pending.size === 0) from.worker.unref();
    if (call === undefined || "canceled" in response) return;
    if ("error" in response) call.reject(errorFromWire(response.error));
    else call.resolve(response.value);
  }

  async function end({ worker, guard }: Running): Promise<void> {
    // A response to a canceled call would unref the thread, and the process could exit before the thread has
    // ended.
    worker.removeAllListeners("message");
    await awaitInterruptible(guard);
    await worker.terminate();
  }

  return {
    call(method, ...args) {
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<M[typeof method]>>>();
      if (closed) {
        reject(goneError("it was closed"));
        return promise;
      }
      running ??= start();
      if (running.open === 0) running.busySinceMs = performance.now();
      running.open += 1;
      lastId += 1;
      pending.set(lastId, { resolve, reject });
      running.worker.ref();
      running.worker.postMessage({ id: lastId, method, args } satisfies Request);
      return promise;
    },
    start() {
      running ??= start();
    },
    cancelAll() {
      Atomics.store(new Int32Array(canceledUpTo), 0, lastId);
      rejectAll(new DOMException("The call was canceled.", "AbortError"));
      if (running === null || running.open === 0) return;
      if (performance.now() - running.busySinceMs < slowAfterMs) return;
      const slow = running;
      running = null;
      void end(slow);
    },
    async close() {
      closed = true;
      rejectAll(new DOMException("The thread was closed.", "AbortError"));
      const last = running;
      running = null;
      if (last !== null) await end(last);
    },
  };
}

type ServedMethods = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/** Serves the calls of this thread one at a time, in order. */
export function serveWorkerCalls(open: (data: never) => object): void {
  const { data, canceledUpTo, guard }: ThreadData = workerData;
  guardThisThread(guard);
  const canceled = new Int32Array(canceledUpTo);
  // May be a promise, which calls await.
  const opened = open(data as never) as ServedMethods | Promise<ServedMethods>;

  async function respond({ id, method, args }: Request): Promise<Response> {
    if (id <= Atomics.load(canceled, 0)) return { id, canceled: true };
    try {
      const methods = await opened;
      return { id, value: await methods[method]?.(...args) };
    } catch (error) {
      return { id, error: errorToWire(error) };
    }
  }

  let previous: Promise<void> = Promise.resolve();
  parentPort?.on("message", (request: Request) => {
    previous = previous.then(async () => parentPort?.postMessage(await respond(request)));
  });
}
