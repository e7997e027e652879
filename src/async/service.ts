import type { WorkerCalls } from "./worker-calls.ts";

/** Methods of a thread as callers see them; arguments and results are structured clones. */
type Calls<M extends Methods<M>> = {
  readonly [K in keyof M]: (...args: Parameters<M[K]>) => Promise<Awaited<ReturnType<M[K]>>>;
};

type Methods<M> = { readonly [K in keyof M]: (...args: never[]) => unknown };

/** Methods that a thread serves, in the order of the calls. */
export type Service<M extends Methods<M>> = Calls<M> & {
  /** Returns the methods; a signal cancels their calls, which reject with its reason. */
  canceledBy(signal: AbortSignal): Calls<M>;
  /** Rejects pending calls with AbortError and terminates the thread. */
  close(): Promise<void>;
};

/** Creates the service of a thread. `M` is the type of the object in the thread. */
export function serviceOf<M extends Methods<M>>(calls: WorkerCalls): Service<M> {
  const own = {
    canceledBy: (signal: AbortSignal) => methodsOf<M>({}, calls, signal),
    close: () => calls.close(),
  };
  return methodsOf<M>(own, calls);
}

/** Returns an object with its own methods and, for all other names, calls into the thread. */
function methodsOf<M extends Methods<M>>(own: object, calls: WorkerCalls, signal?: AbortSignal) {
  return new Proxy(own, {
    get(target, name) {
      // `await` asks whether an object is a promise.
      if (typeof name === "symbol" || name === "then" || name in target) return Reflect.get(target, name);
      return (...args: unknown[]) => calls.call(name, args, signal);
    },
  }) as Service<M>;
}
