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

/** A thread that is to end may still finish what it prints within this time, in milliseconds. */
const lastWordsMs = 200;

/** A delivery on its way to a handler. */
export interface PendingCall {
  readonly request: CallRequest;
  readonly context: Pick<ActionContext, "signal">;
  readonly startedMs: number;
  /** Called once. */
  readonly settle: (call: HandlerCall) => void;
}

export interface VersionOptions {
  /** Of the module whose default export is the handler. */
  readonly path: string;
  readonly route: string;
  /** Text by path that is taken instead of the files': what another version had loaded. */
  readonly sources: ReadonlyMap<string, string>;
  /** Of the thread's heap, in MB; null: what Node gives a thread. */
  readonly heapMb: number | null;
  /** Told of each file when it is loaded, and of each that was looked for and is not there. */
  readonly onFile: (path: string) => void;
  /** A line the handler printed. */
  readonly onOutput: (line: Visible) => void;
  /** Something was thrown where nobody catches it; the thread goes on. */
  readonly onStray: (what: string) => void;
  /**
   * The thread has ended; the calls under way have failed.
   * @param why in words
   * @param notBegun the calls it had not begun
   * @param begunAny whether it had begun one at all
   */
  readonly onEnd: (why: string, notBegun: readonly PendingCall[], begunAny: boolean) => void;
}

/** One version of a handler's module, in a thread of its own. */
export interface ModuleVersion {
  /** The files it loaded outside node_modules, by path, and those it looked for and did not find; more may come while it runs. */
  readonly files: ReadonlyMap<string, LoadedFile>;
  /** When its handler may be called; why it cannot be, otherwise. Never rejects. */
  readonly ready: Promise<{ readonly broken: string | null }>;
  /** Why the thread has ended; null while it has not. */
  readonly ended: string | null;
  /** Calls that have not been answered. */
  readonly pending: number;
  take(call: PendingCall): void;
  /** The calls that are not answered, oldest first: those the thread has begun, and those it has not come to. */
  calls(): { readonly begun: readonly PendingCall[]; readonly notBegun: readonly PendingCall[] };
  /**
   * Takes no more calls and begins no more. Those under way go on, and when nothing of the handler's runs any more the thread ends.
   * @returns the calls it had not begun
   */
  retire(): readonly PendingCall[];
  /** Ends the thread, at once or nearly; calls under way have failed. @param why for their rows */
  end(why: string): Promise<void>;
}

/** Starts a thread and loads the module in it. */
export function startVersion(options: VersionOptions): ModuleVersion {
  const { path, route, sources, heapMb, onFile, onOutput, onStray, onEnd } = options;
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
    // Its own and none of ours; Node calls the stripping of types by call an experiment.
    execArgv: ["--enable-source-maps", "--disable-warning=ExperimentalWarning"],
    ...(heapMb === null ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMb } }),
  });
  tellLines(worker.stdout, onOutput);
  tellLines(worker.stderr, onOutput);

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
      case "stray":
        onStray(message.what);
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
      // After the microtasks: all that the log made durable at once goes in one message.
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
      const timeUp = setTimeout(() => void worker.terminate(), lastWordsMs);
      await exited.promise;
      clearTimeout(timeUp);
    },
  };
}

/** Of versions that have nothing to answer any more but still run something (a timer, work they go on with) so many are let be. */
const mostIdle = 4;

export interface OldVersions {
  add(version: ModuleVersion): void;
  /** Its thread has ended. */
  remove(version: ModuleVersion): void;
  /** Ends all of them. @param why for the rows of their calls */
  end(why: string): Promise<void>;
}

/**
 * The versions of a module that a later one took over from: each ends by itself when nothing of it runs any more, or is ended
 * `graceMs` after.
 * @param onCutOff told how many calls had not been answered by then
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
      for (const old of idle.slice(0, -mostIdle)) void old.end(why);
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

/** A line without an end is told in pieces of this many UTF-16 units. */
const longestLine = 16_384;

/** Tells what a handler prints, line by line and safe to print again; the rest when the stream ends. */
export function tellLines(stream: Readable, tell: (line: Visible) => void): void {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (text: string) => {
    rest += text;
    const end = rest.length > longestLine ? rest.length : rest.lastIndexOf("\n") + 1;
    if (end === 0) return;
    for (const line of visibleLines(rest.slice(0, end))) tell(line);
    rest = rest.slice(end);
  });
  stream.on("end", () => {
    if (rest !== "") for (const line of visibleLines(rest)) tell(line);
  });
}
