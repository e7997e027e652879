import { Worker } from "node:worker_threads";
import { threadFile } from "../../../async/thread-file.ts";
import { errorFromWire } from "../../../model/error-wire.ts";
import type { Logger } from "../../../model/logger.ts";
import type { BackgroundEvents } from "../../delivery-log.ts";
import type { ProjectorData, ProjectorReport, ProjectorRequest, ProjectorWork } from "./messages.ts";
import type { ProjectorUpdate } from "./projector.ts";

export interface ProjectorThreadOptions extends ProjectorData {
  readonly logger: Logger;
  readonly background: BackgroundEvents | null;
  readonly onUpdate: (update: ProjectorUpdate) => void;
  /** Called when the work begins to fail, and with null when it succeeds again. */
  readonly onFailure: (error: Error | null) => void;
  /** Called when the thread has ended without `close`. */
  readonly onEnd: () => void;
}

/** Thread that writes a projection, so that SQLite never delays the requests of a receiver or the keys of an app. */
export interface ProjectorThread {
  /** Rejects with AbortError if the thread ends. */
  work(work: ProjectorWork, signal?: AbortSignal): Promise<unknown>;
  startBackground(events: BackgroundEvents): void;
  /** Resolves when the thread has ended. */
  close(): Promise<void>;
}

/** Starts the thread. The process can exit while it runs. */
export function startProjectorThread(options: ProjectorThreadOptions): ProjectorThread {
  const { store, dir, sinceMs, logger, onUpdate, onFailure, onEnd } = options;
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let { background } = options;
  let lastId = 0;
  let isClosing = false;
  const worker = new Worker(threadFile("projector", "store/nats/projection/thread.ts"), {
    name: "hooklens projector",
    workerData: { store, dir, sinceMs } satisfies ProjectorData,
    // Messages are garbage once they are projected; without this limit the heap grows before it is collected.
    resourceLimits: { maxYoungGenerationSizeMb: 32 },
  });
  worker.unref();
  const ask = (request: ProjectorRequest): void => worker.postMessage(request);
  if (background !== null) ask({ ask: "background" });

  const ended = new Promise<void>((resolve) => {
    worker.on("error", (error) => onFailure(error));
    worker.once("exit", () => {
      for (const { reject } of pending.values()) {
        reject(new DOMException("The projection was closed.", "AbortError"));
      }
      pending.clear();
      resolve();
      if (!isClosing) onEnd();
    });
  });

  worker.on("message", (message: ProjectorReport) => {
    switch (message.kind) {
      case "update":
        onUpdate(message.update);
        return;
      case "failure":
        onFailure(message.error === null ? null : errorFromWire(message.error));
        return;
      case "note":
        logger[message.level](message.line);
        return;
      case "background":
        if (message.isDead) background?.onDead(message.reason);
        else background?.onFailure(message.reason);
        return;
      case "done":
        pending.get(message.id)?.resolve(message.value);
        pending.delete(message.id);
        return;
      case "failed":
        pending.get(message.id)?.reject(errorFromWire(message.error));
        pending.delete(message.id);
    }
  });

  return {
    async work(work, signal) {
      lastId += 1;
      const id = lastId;
      const done = Promise.withResolvers<unknown>();
      pending.set(id, done);
      const stop = (): void => ask({ ask: "stop", id });
      ask({ ask: "work", id, work });
      if (signal?.aborted === true) stop();
      signal?.addEventListener("abort", stop, { once: true });
      worker.ref();
      try {
        return await done.promise;
      } finally {
        signal?.removeEventListener("abort", stop);
        if (pending.size === 0) worker.unref();
      }
    },
    startBackground(events) {
      background = events;
      ask({ ask: "background" });
    },
    async close() {
      isClosing = true;
      // The process must not exit before the tables are closed.
      worker.ref();
      ask({ ask: "close" });
      await ended;
    },
  };
}
