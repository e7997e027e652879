import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { threadFile } from "../../async/thread-file.ts";
import { visibleLines } from "../../text/visible-lines.ts";
import type { Visible } from "../../text/visible.ts";
import type { ActionContext } from "../action.ts";
import { type HandlerCall, failedCall } from "./call-handler.ts";
import { RecentNumbers, begunNow, makeProgress, nextNumber, revoke } from "./call-numbers.ts";
import {
  type CallRequest,
  type FromThread,
  type LoadedFile,
  type ThreadData,
  type ToThread,
  packCalls,
  unpackReplies,
} from "./thread-messages.ts";

/** Limit for a thread to finish its output and end by itself, in milliseconds; then it is terminated. */
const outputGraceMs = 200;

/** A delivery on its way to a handler. */
export interface PendingCall {
  readonly request: CallRequest;
  readonly context: Pick<ActionContext, "signal">;
  readonly startedMs: number;
  /** Called once. */
  readonly settle: (call: HandlerCall) => void;
}

export interface VersionOptions {
  /** Path of the module whose default export is the handler. */
  readonly path: string;
  readonly route: string;
  /** Texts by path that replace those of the files, from a previous version. */
  readonly sources: ReadonlyMap<string, string>;
  /** Heap limit of the thread, in MB; null for Node's default. */
  readonly heapMb: number | null;
  /** Called with each loaded file, and with each that was not found. */
  readonly onFile: (path: string) => void;
  /** Called with each line the handler printed. */
  readonly onOutput: (line: Visible) => void;
  /** Called after an uncaught exception; the thread continues. */
  readonly onUncaught: (what: string) => void;
  /**
   * Called after the thread has ended; its calls in progress have failed.
   * @param why reason in words
   * @param notBegun the calls that had not begun
   * @param begunAny true if a call had begun
   */
  readonly onEnd: (why: string, notBegun: readonly PendingCall[], begunAny: boolean) => void;
}

/** One version of a handler's module in its own thread. */
export interface ModuleVersion {
  /** Files outside node_modules that the version has loaded or did not find, by path; grows while it runs. */
  readonly files: ReadonlyMap<string, LoadedFile>;
  /** Resolves when the module has loaded or failed. Never rejects. */
  readonly ready: Promise<{ readonly broken: string | null }>;
  /** Reason the thread has ended; null while it runs. */
  readonly ended: string | null;
  /** Number of unanswered calls. */
  readonly pending: number;
  take(call: PendingCall): void;
  /** Returns the unanswered calls, oldest first. */
  calls(): { readonly begun: readonly PendingCall[]; readonly notBegun: readonly PendingCall[] };
  /**
   * Stops accepting and beginning calls. Calls in progress continue; the thread ends when the handler has
   * nothing left to do.
   * @returns the calls that had not begun
   */
  retire(): readonly PendingCall[];
  /** Ends the thread within 200 ms; calls in progress fail. @param why reason for their rows */
  end(why: string): Promise<void>;
}

/** Starts a thread and loads the module in it. */
export function startVersion(options: VersionOptions): ModuleVersion {
  const { path, route, sources, heapMb, onFile, onOutput, onUncaught, onEnd } = options;
  const progress = makeProgress();
  const files = new Map<string, LoadedFile>();
  const pending = new RecentNumbers<PendingCall>();
  const listening = new Map<number, () => void>();
  const ready = Promise.withResolvers<{ broken: string | null }>();
  const exited = Promise.withResolvers<void>();
  let outbox: [number, CallRequest][] = [];
  let lastNumber = 0;
  let retired = false;
  let ended: string | null = null;
  let reason: string | null = null;

  const workerData: ThreadData = { entry: pathToFileURL(path).href, route, sources, progress };
  const worker = new Worker(threadFile("handler-thread", "receiver/handlers/handler-thread.ts"), {
    name: `handler ${route}`,
    workerData,
    stdout: true,
    stderr: true,
    // These arguments replace the parent's. Node warns that stripping types by call is experimental.
    execArgv: ["--enable-source-maps", "--disable-warning=ExperimentalWarning"],
    ...(heapMb === null ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMb } }),
  });
  emitLines(worker.stdout, onOutput);
  emitLines(worker.stderr, onOutput);

  worker.on("message", (message: FromThread) => {
    switch (message.kind) {
      case "file":
        files.set(message.file.path, message.file);
        onFile(message.file.path);
        return;
      case "loaded":
        ready.resolve({ broken: null });
        return;
      case "broken":
        ready.resolve({ broken: message.why });
        return;
      case "replies":
        for (const { id, call } of unpackReplies(message.batch)) settle(id, call);
        return;
      case "signal-wanted":
        watchSignal(message.id);
        return;
      case "uncaught":
        onUncaught(message.what);
        return;
      default:
        message satisfies never;
    }
  });
  worker.on("error", (error) => {
    reason ??=
      "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
        ? "its thread ran out of memory"
        : `its thread ended: ${error.message}`;
  });
  worker.on("exit", (code) => {
    const why = (ended = reason ?? `its thread ended (exit code ${code})`);
    ready.resolve({ broken: why });
    const notBegun = takeBack();
    for (const [id] of pending.entries()) settle(id, failedCall(route, why));
    onEnd(why, notBegun, lastNumber > notBegun.length);
    exited.resolve();
  });

  function settle(id: number, call: HandlerCall): void {
    const settled = pending.take(id);
    listening.get(id)?.();
    listening.delete(id);
    settled?.settle(call);
  }

  function watchSignal(id: number): void {
    const call = pending.get(id);
    if (call === null) return;
    const { signal } = call.context;
    const abort = (): void => {
      const why = signal.reason instanceof Error ? signal.reason.message : String(signal.reason);
      worker.postMessage({ kind: "abort", id, why } satisfies ToThread);
    };
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    listening.set(id, () => signal.removeEventListener("abort", abort));
  }

  function flush(): void {
    const batch = packCalls(outbox);
    outbox = [];
    worker.postMessage({ kind: "calls", batch } satisfies ToThread, [batch.bodies.buffer]);
  }

  function takeBack(): PendingCall[] {
    if (retired) return [];
    retired = true;
    const begun = revoke(progress);
    const back = pending.entries().filter(([number]) => !begun(number));
    for (const [number] of back) pending.take(number);
    return back.map(([, call]) => call);
  }

  return {
    files,
    ready: ready.promise,
    get ended() {
      return ended;
    },
    get pending() {
      return pending.size;
    },
    take(call) {
      lastNumber = nextNumber(lastNumber);
      pending.add(lastNumber, call);
      // Flush after the microtasks, so that one message has all deliveries of a transaction.
      if (outbox.push([lastNumber, call.request]) === 1) process.nextTick(flush);
    },
    calls() {
      const isBegun = begunNow(progress);
      const { begun = [], notBegun = [] } = Object.groupBy(pending.entries(), ([number]) =>
        isBegun(number) ? "begun" : "notBegun",
      );
      return { begun: begun.map(([, call]) => call), notBegun: notBegun.map(([, call]) => call) };
    },
    retire() {
      const back = takeBack();
      worker.postMessage({ kind: "retire" } satisfies ToThread);
      return back;
    },
    async end(why) {
      reason ??= why;
      worker.postMessage({ kind: "retire" } satisfies ToThread);
      const timeUp = setTimeout(() => void worker.terminate(), outputGraceMs);
      await exited.promise;
      clearTimeout(timeUp);
    },
  };
}

/**
 * Maximum number of replaced versions without calls that may keep running, for example because of a timer.
 */
const maxIdle = 4;

export interface OldVersions {
  add(version: ModuleVersion): void;
  /** Removes a version whose thread has ended. */
  remove(version: ModuleVersion): void;
  /** Ends all versions. @param why reason for the rows of their calls */
  end(why: string): Promise<void>;
}

/**
 * Keeps the replaced versions of a module: each ends by itself when it has nothing left to do, or is ended
 * after `graceMs`.
 * @param onCutOff called with the number of calls that were unanswered then
 */
export function keepOldVersions(
  graceMs: number,
  why: string,
  onCutOff: (calls: number) => void,
): OldVersions {
  const timers = new Map<ModuleVersion, NodeJS.Timeout>();

  function cutOff(version: ModuleVersion): void {
    if (version.pending > 0) onCutOff(version.pending);
    void version.end(why);
  }

  return {
    add(version) {
      timers.set(version, setTimeout(cutOff, graceMs, version).unref());
      const idle = [...timers.keys()].filter(({ pending }) => pending === 0);
      for (const old of idle.slice(0, -maxIdle)) void old.end(why);
    },
    remove(version) {
      clearTimeout(timers.get(version));
      timers.delete(version);
    },
    async end(reason) {
      await Promise.all([...timers.keys()].map((version) => version.end(reason)));
    },
  };
}

/** Maximum length of a line, in UTF-16 units; longer ones are split. */
const maxLineLength = 16_384;

/**
 * Calls `emit` with each line of a stream, made safe to print, and with an incomplete last line at the end.
 */
export function emitLines(stream: Readable, emit: (line: Visible) => void): void {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (text: string) => {
    rest += text;
    const end = rest.length > maxLineLength ? rest.length : rest.lastIndexOf("\n") + 1;
    if (end === 0) return;
    for (const line of visibleLines(rest.slice(0, end))) emit(line);
    rest = rest.slice(end);
  });
  stream.on("end", () => {
    if (rest !== "") for (const line of visibleLines(rest)) emit(line);
  });
}
