import { Worker } from "node:worker_threads";
import { isBehind, type JournalPosition } from "../../store/journal/journal-position.ts";
import { createLogTail, type LogTail } from "../../store/sqlite/log-tail.ts";
import { threadFile } from "../../store/thread-file.ts";
import { errorFromWire } from "../error-wire.ts";
import { WriterGoneError } from "../errors.ts";
import type { FromTables, TableQuestion, ToTables } from "./messages.ts";

/** What is written comes to the tables at most so often, some of it together: single rows cost several times as much there. */
const betweenMs = 25;

/** After a failure, a full disk say, it is tried again so much later. */
const againMs = 1_000;

/** With so many files of the journal between what is written and what is in the tables, they are far behind: 128 MiB. */
const farBehindFiles = 8;

/** The tables of a log, in a thread of their own, which brings the journal into them. */
export interface Tables {
  /** How they were when they were opened. */
  readonly opened: Omit<Opened, "kind">;
  /** Where they stand. */
  readonly tail: LogTail;
  /** What is before this generation of the journal is in the tables, also after a power cut. */
  releasedTo(): number;
  /** Why nothing gets there now; null: it does. */
  failure(): Error | null;
  /** The journal was written up to there. */
  written(to: JournalPosition): void;
  /** More is written than gets there: who writes has to wait. Never while nothing gets there at all. */
  isFarBehind(): boolean;
  /** Resolves when the tables have everything that was written until now, or nothing gets there. */
  caughtUp(): Promise<void>;
  ask<T>(question: TableQuestion, signal?: AbortSignal): Promise<T>;
  /** @returns whether the tables have all that was written, also after a power cut */
  close(): Promise<boolean>;
}

interface Waiting<T> {
  /** What the thread gives is what the method promises: both sides are of one build. */
  resolve(value: T): void;
  reject(error: Error): void;
}

/** @throws {StoreDamagedError | StoreUnwritableError | StoreVersionError | StoreFullError} */
export async function openTables(dataDir: string): Promise<Tables> {
  const worker = new Worker(threadFile("log-tables", "engine/log-writer/thread.ts"), {
    name: "hooklens log",
    workerData: dataDir,
    // Rows are garbage as soon as they are in the tables; without this the heap grows by some 60 MB before it is swept.
    resourceLimits: { maxYoungGenerationSizeMb: 48 },
  });
  const opened = await opening(worker);
  // Only what is under way in it keeps the process.
  worker.unref();
  return tablesOf(worker, opened);
}

type Opened = Extract<FromTables, { kind: "opened" }>;

function opening(worker: Worker): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const ended = (code: number): void => reject(goneError(`exit code ${code}`));
    worker.once("error", reject);
    worker.once("exit", ended);
    worker.once("message", (message: FromTables) => {
      worker.off("error", reject);
      worker.off("exit", ended);
      if (message.kind === "opened") resolve(message);
      else if (message.kind === "failed") reject(errorFromWire(message.error));
    });
  });
}

function goneError(why: string, cause?: unknown): WriterGoneError {
  const parts = { what: "the thread that keeps the log ended", why, hint: "Start hooklens again" };
  return new WriterGoneError({ ...parts, cause });
}

function tablesOf(worker: Worker, opened: Opened): Tables {
  const tail = createLogTail(opened.position);
  const questions = new Map<number, Waiting<unknown>>();
  const whenCaughtUp: { readonly to: JournalPosition; readonly resolve: () => void }[] = [];
  let lastId = 0;
  let writtenTo = opened.appliedTo;
  let appliedTo = opened.appliedTo;
  let releasedTo = opened.appliedTo.generation + 1;
  let isApplying = false;
  let isClosing = false;
  let askedMs = 0;
  let timer: NodeJS.Timeout | null = null;
  let failure: Error | null = null;
  let gone: Error | null = null;
  const closed = Promise.withResolvers<boolean>();

  function send(message: ToTables): void {
    worker.ref();
    worker.postMessage(message);
  }

  function apply(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (isApplying || gone !== null) return;
    isApplying = true;
    askedMs = performance.now();
    send({ kind: "apply", to: writtenTo });
  }

  function applySoon(): void {
    if (isApplying || timer !== null || !isBehind(appliedTo, writtenTo)) return;
    if (failure !== null) {
      // The journal has it all: a process that would only wait for that may end.
      timer = setTimeout(apply, againMs).unref();
      return;
    }
    const waitMs = askedMs + betweenMs - performance.now();
    if (waitMs <= 0) apply();
    else timer = setTimeout(apply, waitMs);
  }

  /** Those that wait for what is there now; all of them when nothing gets there. */
  function tellCaughtUp(): void {
    const waiting = whenCaughtUp.splice(0);
    for (const each of waiting) {
      if (failure === null && gone === null && isBehind(appliedTo, each.to)) whenCaughtUp.push(each);
      else each.resolve();
    }
    if (whenCaughtUp.length > 0) apply();
  }

  function take(message: FromTables): void {
    switch (message.kind) {
      case "position":
        tail.publish(message.position);
        break;
      case "applied":
        isApplying = false;
        failure = null;
        appliedTo = message.to;
        ({ releasedTo } = message);
        // Who waited for it finds the tail there too: the message of the tail itself may come after this one.
        tail.publish(message.position);
        tellCaughtUp();
        applySoon();
        break;
      case "not-applied":
        isApplying = false;
        failure = errorFromWire(message.error);
        tellCaughtUp();
        applySoon();
        break;
      case "answer":
        settled(message.id)?.resolve(message.value);
        break;
      case "refusal":
        settled(message.id)?.reject(errorFromWire(message.error));
        break;
      case "closed":
        closed.resolve(message.isComplete && !isBehind(appliedTo, writtenTo));
        break;
      default:
    }
    if (!isApplying && !isClosing && questions.size === 0) worker.unref();
  }

  function settled(id: number): Waiting<unknown> | undefined {
    const question = questions.get(id);
    questions.delete(id);
    return question;
  }

  function end(why: string, cause?: unknown): void {
    gone ??= goneError(why, cause);
    isApplying = false;
    for (const { reject } of questions.values()) reject(gone);
    questions.clear();
    tellCaughtUp();
    tail.close();
    closed.resolve(false);
  }

  worker.on("message", take);
  worker.on("error", (error) => end(String(error), error));
  worker.on("exit", (code) => end(`exit code ${code}`));

  async function caughtUp(): Promise<void> {
    if (failure !== null || gone !== null || !isBehind(appliedTo, writtenTo)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    whenCaughtUp.push({ to: writtenTo, resolve });
    apply();
    await promise;
  }

  return {
    opened,
    tail,
    releasedTo: () => releasedTo,
    failure: () => gone ?? failure,
    written(to) {
      writtenTo = to;
      applySoon();
    },
    isFarBehind: () =>
      failure === null && gone === null && writtenTo.generation - appliedTo.generation >= farBehindFiles,
    caughtUp,
    async ask<T>(question: TableQuestion, signal?: AbortSignal): Promise<T> {
      await caughtUp();
      if (gone !== null) throw gone;
      lastId += 1;
      const id = lastId;
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      questions.set(id, { resolve: (value) => resolve(value as T), reject });
      send({ kind: "ask", id, question });
      const abort = (): void => worker.postMessage({ kind: "abort", id } satisfies ToTables);
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort);
      try {
        return await promise;
      } finally {
        signal?.removeEventListener("abort", abort);
      }
    },
    async close() {
      await caughtUp();
      if (timer !== null) clearTimeout(timer);
      isClosing = true;
      if (gone === null) send({ kind: "close" });
      return closed.promise;
    },
  };
}
