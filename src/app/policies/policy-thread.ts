import { Worker } from "node:worker_threads";
import { errorFromWire } from "../../model/error-wire.ts";
import type { FileChange } from "../../policy-files/change-file.ts";
import { PolicyThreadGoneError } from "../../policy-files/errors.ts";
import type { PolicyScan } from "../../policy-files/scan-policies.ts";
import type { Edit } from "../../policy/finding.ts";
import { threadFile } from "../../store/thread-file.ts";
import type { PolicyAnswer, PolicyCall, PolicyQuestion, PolicyThreadData } from "./messages.ts";
import type { PolicyPage } from "./policy-page.ts";

/** The thread that reads, checks and changes policies; it answers in the order it is asked. Calls fail with what it threw. */
export interface PolicyThread {
  scan(folder: string): Promise<PolicyScan>;
  /** Null: there is no such file. */
  look(path: string): Promise<PolicyPage | null>;
  /** Makes edits in a file that still is what they were made up for. @throws {PolicyNotChangedError} */
  fix(path: string, sha256: string, edits: readonly Edit[]): Promise<FileChange>;
  /** Puts a text back in a file that still is what was written. @throws {PolicyNotChangedError} */
  restore(path: string, sha256: string, text: string): Promise<FileChange>;
  close(): Promise<void>;
}

interface PendingCall {
  /** What the thread gives is what the method promises: both sides are of one build. */
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The thread, which is started by the first question, and again by the next one after it ended. */
export function policyThread(data: PolicyThreadData): PolicyThread {
  const pending = new Map<number, PendingCall>();
  let current: Worker | null = null;
  let lastId = 0;
  let closed = false;

  function begin(): Worker {
    const worker = new Worker(threadFile("policies", "app/policies/thread.ts"), {
      name: "hooklens policies",
      workerData: data,
    });
    const end = (why: string, cause?: unknown): void => {
      if (current !== worker) return;
      current = null;
      const calls = [...pending.values()];
      pending.clear();
      const what = "the thread that checks policies ended";
      for (const call of calls) call.reject(new PolicyThreadGoneError({ what, why, cause }));
    };
    worker.on("error", (error) => end(String(error), error));
    worker.on("exit", (code) => end(`exit code ${code}`));
    worker.on("message", settle);
    worker.unref();
    return worker;
  }

  function settle(answer: PolicyAnswer): void {
    const call = pending.get(answer.id);
    pending.delete(answer.id);
    if ("error" in answer) call?.reject(errorFromWire(answer.error));
    else call?.resolve(answer.value);
  }

  function ask<T>(question: PolicyQuestion): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    if (closed) {
      reject(new DOMException("The policies were closed.", "AbortError"));
      return promise;
    }
    current ??= begin();
    lastId += 1;
    pending.set(lastId, { resolve, reject });
    current.postMessage({ id: lastId, question } satisfies PolicyCall);
    return promise;
  }

  return {
    scan: (folder) => ask({ method: "scan", folder }),
    look: (path) => ask({ method: "look", path }),
    fix: (path, sha256, edits) => ask({ method: "fix", path, sha256, edits }),
    restore: (path, sha256, text) => ask({ method: "restore", path, sha256, text }),
    async close() {
      closed = true;
      const calls = [...pending.values()];
      pending.clear();
      for (const call of calls) call.reject(new DOMException("The policies were closed.", "AbortError"));
      const worker = current;
      current = null;
      await worker?.terminate();
    },
  };
}
