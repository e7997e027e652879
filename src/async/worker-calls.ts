import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import process from "node:process";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { errorFromWire, errorToWire, type WireError } from "../model/error-wire.ts";
import { awaitInterruptible, createTerminationGuard, guardThisThread } from "./uninterruptible.ts";

interface Request {
  readonly method: string;
  readonly args: readonly unknown[];
}

type Response = { readonly value: unknown } | { readonly error: WireError };

interface ThreadData {
  readonly data: unknown;
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
   * Time after which a canceled call that is still in progress ends its thread, in milliseconds.
   * @default Infinity
   */
  readonly slowAfterMs?: number;
  /**
   * Time without a call after which the thread ends, in milliseconds; the next call starts it again.
   * @default Infinity
   */
  readonly idleAfterMs?: number;
}

/** Calls into a thread by the names of its methods; `serviceOf` gives them their types. */
export interface WorkerCalls {
  /** @throws {DOMException} AbortError, on abort of the signal or closing of the thread */
  call(method: string, args: readonly unknown[], signal?: AbortSignal): Promise<unknown>;
  /** Rejects pending calls and terminates the thread. */
  close(): Promise<void>;
}

interface PendingCall extends Request {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface Running {
  readonly worker: Worker;
  readonly guard: SharedArrayBuffer;
  /** Cancelable call in progress, or null. */
  call: PendingCall | null;
  sinceMs: number;
}

/** Returns the environment of a thread, in which Node keeps its compiled code where this process does. */
function threadEnvironment(): NodeJS.ProcessEnv {
  const cacheDir = getCompileCacheDir();
  // Node appends a directory of its version.
  return cacheDir === undefined ? process.env : { NODE_COMPILE_CACHE: dirname(cacheDir), ...process.env };
}

/**
 * Creates the caller's side of a thread. The thread starts with the first call, and again after an unexpected end. It
 * gets one call at a time, because a busy thread would not notice that a waiting call was canceled. The process can
 * exit while no call is pending.
 */
export function createWorkerCalls(options: WorkerOptions): WorkerCalls {
  const { name, file, data, goneError } = options;
  const { slowAfterMs = Number.POSITIVE_INFINITY, idleAfterMs = Number.POSITIVE_INFINITY } = options;
  const waiting: PendingCall[] = [];
  let running: Running | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let closed = false;

  function rejectAll(error: Error): void {
    const inProgress = running?.call ?? null;
    running?.worker.unref();
    for (const call of [...(inProgress === null ? [] : [inProgress]), ...waiting.splice(0)])
      call.reject(error);
  }

  function start(): Running {
    const guard = createTerminationGuard();
    const worker = new Worker(file, {
      name,
      env: threadEnvironment(),
      workerData: { data, guard } satisfies ThreadData,
      // Results become garbage once sent; without this limit the heap grows before it is collected.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    const started: Running = { worker, guard, call: null, sinceMs: 0 };
    const ended = (why: string, cause?: unknown): void => {
      if (running !== started) return;
      rejectAll(goneError(why, cause));
      running = null;
    };
    worker.on("error", (error) => ended(String(error), error));
    worker.on("exit", (code) => ended(`exit code ${code}`));
    worker.on("message", (response: Response) => settle(started, response));
    return started;
  }

  /** Sends the next call if none is in progress. */
  function sendNext(): void {
    if (running !== null && running.call !== null) return;
    clearTimeout(idleTimer);
    const call = waiting.shift();
    if (call === undefined) {
      running?.worker.unref();
      if (idleAfterMs !== Number.POSITIVE_INFINITY) idleTimer = setTimeout(endIdle, idleAfterMs).unref();
      return;
    }
    running ??= start();
    running.worker.ref();
    running.worker.postMessage({ method: call.method, args: call.args } satisfies Request);
    running.call = call;
    running.sinceMs = performance.now();
  }

  function endIdle(): void {
    const idle = running;
    running = null;
    if (idle !== null) void end(idle);
  }

  function settle(from: Running, response: Response): void {
    const { call } = from;
    from.call = null;
    if ("error" in response) call?.reject(errorFromWire(response.error));
    else call?.resolve(response.value);
    sendNext();
  }

  async function end({ worker, guard }: Running): Promise<void> {
    // A response to a canceled call would unref the thread; the process could exit before the thread ends.
    worker.removeAllListeners("message");
    await awaitInterruptible(guard);
    await worker.terminate();
  }

  /** Removes a waiting call; ends the thread of a call in progress unless it responds soon. */
  function cancel(call: PendingCall): void {
    const index = waiting.indexOf(call);
    if (index !== -1) waiting.splice(index, 1);
    const slow = running;
    if (slow === null || slow.call !== call) return;
    if (waiting.length === 0) slow.worker.unref();
    if (slowAfterMs === Number.POSITIVE_INFINITY) return;
    const endSlow = () => {
      if (running !== slow || slow.call !== call) return;
      running = null;
      void end(slow);
      sendNext();
    };
    setTimeout(endSlow, Math.max(0, slow.sinceMs + slowAfterMs - performance.now())).unref();
  }

  return {
    call(method, args, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      if (closed) {
        reject(goneError("it was closed"));
        return promise;
      }
      if (signal?.aborted === true) {
        reject(signal.reason);
        return promise;
      }
      const stopListening = () => signal?.removeEventListener("abort", aborted);
      const call: PendingCall = {
        method,
        args,
        resolve(value) {
          stopListening();
          resolve(value);
        },
        reject(error) {
          stopListening();
          reject(error);
        },
      };
      function aborted(): void {
        call.reject(signal?.reason);
        cancel(call);
      }
      signal?.addEventListener("abort", aborted);
      waiting.push(call);
      sendNext();
      // The thread may still be busy with a canceled call.
      running?.worker.ref();
      return promise;
    },
    async close() {
      closed = true;
      clearTimeout(idleTimer);
      rejectAll(new DOMException("The thread was closed.", "AbortError"));
      const last = running;
      running = null;
      if (last !== null) await end(last);
    },
  };
}

type ServedMethods = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/** Serves the calls of this thread. */
export function serveWorkerCalls(open: (data: never) => object): void {
  const { data, guard }: ThreadData = workerData;
  guardThisThread(guard);
  // May be a promise, which calls await.
  const opened = open(data as never) as ServedMethods | Promise<ServedMethods>;

  async function respond({ method, args }: Request): Promise<Response> {
    try {
      const methods = await opened;
      return { value: await methods[method]?.(...args) };
    } catch (error) {
      return { error: errorToWire(error) };
    }
  }

  parentPort?.on("message", (request: Request) => {
    void respond(request).then((response) => parentPort?.postMessage(response));
  });
}
