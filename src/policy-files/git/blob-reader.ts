import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { maxBytes } from "../../policy/read/fault.ts";
import { byteSize } from "../../text/numbers.ts";
import type { GitProblem } from "./problem.ts";
import { gitTimeoutMs, spawnGit, spawnProblem, timeoutProblem } from "./run-git.ts";

/** Time without a read after which the process ends, in milliseconds. */
const idleMs = 2_000;

type Answer = Uint8Array | GitProblem;

/** Reader of contents by hash, in one process for any number of reads. */
export interface BlobReader {
  /** Reads a content of at most 10 MB. One read at a time. */
  read(id: string): Promise<Answer>;
  close(): void;
}

/**
 * Creates a reader of a repository. The first read starts the process.
 * @param top directory of the work tree
 */
export function createBlobReader(top: string): BlobReader {
  let child: ChildProcessWithoutNullStreams | null = null;
  let answer: ((result: Answer) => void) | null = null;
  let received: Buffer = Buffer.alloc(0);
  let idle: NodeJS.Timeout | undefined;

  function stop(result: Answer): void {
    child?.kill("SIGKILL");
    child = null;
    received = Buffer.alloc(0);
    answer?.(result);
  }

  function start(): ChildProcessWithoutNullStreams {
    const started = spawnGit(top, ["cat-file", "--batch"]);
    const ended = (problem: GitProblem) => {
      if (child === started) stop(problem);
    };
    started.on("error", (error) => ended(spawnProblem(error)));
    started.on("close", () => ended({ kind: "failed", why: "git ended without an answer" }));
    started.stdin.on("error", () => {
      // The process has ended, which "close" reports.
    });
    started.stderr.resume();
    started.stdout.on("data", (chunk: Buffer) => {
      if (child !== started) return;
      received = Buffer.concat([received, chunk]);
      take();
    });
    return started;
  }

  /** Answers once a header, `HASH blob SIZE`, and its content are complete. */
  function take(): void {
    const end = received.indexOf("\n");
    if (end === -1) return;
    const header = received.toString("latin1", 0, end);
    const size = Number(/^[0-9a-f]+ blob (\d+)$/.exec(header)?.[1] ?? Number.NaN);
    if (Number.isNaN(size)) return stop({ kind: "failed", why: "git does not have the content" });
    if (size > maxBytes) return stop({ kind: "too-large", why: `it has ${byteSize(size)}` });
    const last = end + 1 + size;
    if (received.length <= last) return;
    const content = received.subarray(end + 1, last);
    received = received.subarray(last + 1);
    answer?.(content);
  }

  function close(): void {
    clearTimeout(idle);
    stop({ kind: "failed", why: "the read was canceled" });
  }

  return {
    async read(id) {
      clearTimeout(idle);
      const { promise, resolve } = Promise.withResolvers<Answer>();
      answer = resolve;
      child ??= start();
      const timer = setTimeout(() => stop(timeoutProblem()), gitTimeoutMs);
      child.stdin.write(`${id}\n`);
      try {
        return await promise;
      } finally {
        answer = null;
        clearTimeout(timer);
        idle = setTimeout(close, idleMs).unref();
      }
    },
    close,
  };
}
