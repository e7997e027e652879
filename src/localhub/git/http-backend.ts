import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { GitFailedError } from "../errors.ts";
import { gitEnvironment, spawnError } from "./run-git.ts";

/** Limit for a whole clone or push, in milliseconds. */
const timeoutMs = 30 * 60_000;

/** Maximum size of the head of a CGI response, in bytes; it usually has a few lines. */
const maxHeadBytes = 16 * 1024;

export interface BackendRequest {
  /** Path within the repository: `info/refs`, `git-upload-pack`, `git-receive-pack`. */
  readonly service: string;
  /** Query without the question mark. */
  readonly query: string;
  /** Unchanged request: git's backend accepts compressed bodies and bodies without a length. */
  readonly request: Request;
}

export interface BackendResponse {
  /**
   * Creates a response whose body ends when git has exited and `until` has resolved, and fails if `until`
   * rejects.
   */
  readonly response: (until?: Promise<unknown>) => Response;
  /** Resolves when git has exited; no ref moves after that. */
  readonly ended: Promise<void>;
}

/**
 * Runs git's `http-backend` as a CGI program (https://git-scm.com/docs/git-http-backend). Streams the request
 * and the response.
 * @throws {GitMissingError} git cannot be started
 * @throws {GitFailedError} git returns no response
 */
export async function askHttpBackend(gitDir: string, asked: BackendRequest): Promise<BackendResponse> {
  const child = spawn("git", ["http-backend"], {
    cwd: gitDir,
    env: { ...gitEnvironment(gitDir), ...cgiVariables(gitDir, asked) },
    stdio: ["pipe", "pipe", "ignore"],
    // The process leads its own group, so that its children are killed with it.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("close", () => resolve());
  });
  await Promise.race([
    once(child, "spawn"),
    once(child, "error").then(([error]: Error[]) => {
      throw spawnError(error ?? new Error("it did not start"));
    }),
  ]);
  const timer = setTimeout(() => killGroup(child), timeoutMs);
  void ended.then(() => clearTimeout(timer));
  feed(child, asked.request.body);

  const output = child.stdout.iterator({ destroyOnReturn: false });
  const head = await readHead(output);
  if (head === null) {
    killGroup(child);
    throw new GitFailedError({
      what: "git http-backend returned no response",
      hint: "Check that http-backend is installed: some systems package it separately (Alpine: git-daemon)",
    });
  }
  const { status, headers, rest } = head;
  return {
    ended,
    response: (until = ended) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          if (rest.length > 0) controller.enqueue(rest);
        },
        async pull(controller) {
          const { value, done } = await output.next();
          if (done !== true) {
            controller.enqueue(value);
            return;
          }
          await ended;
          await until;
          controller.close();
        },
        async cancel() {
          if (asked.service !== "git-receive-pack") killGroup(child);
          // A push is not stopped, because its refs may be moving. The output is drained, so that a full pipe
          // does not block it.
          else while ((await output.next()).done !== true);
        },
      });
      return new Response(body, { status, headers });
    },
  };
}

function cgiVariables(
  gitDir: string,
  { service, query, request: { method, headers } }: BackendRequest,
): Readonly<Record<string, string>> {
  const optional = {
    CONTENT_TYPE: headers.get("content-type"),
    CONTENT_LENGTH: headers.get("content-length"),
    HTTP_CONTENT_ENCODING: headers.get("content-encoding"),
    GIT_PROTOCOL: headers.get("git-protocol"),
  };
  return {
    GIT_PROJECT_ROOT: gitDir,
    GIT_HTTP_EXPORT_ALL: "1",
    PATH_INFO: `/${service}`,
    QUERY_STRING: query,
    REQUEST_METHOD: method,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
  };
}

type Backend = ChildProcessByStdio<Writable, Readable, null>;

/** Streams the body to git. Stops git if the body breaks off, because git would treat it as complete. */
function feed(child: Backend, body: ReadableStream<Uint8Array> | null): void {
  if (body === null) {
    child.stdin.end();
    return;
  }
  const source = Readable.fromWeb(body);
  let hasBroken = false;
  source.once("error", () => {
    hasBroken = true;
  });
  pipeline(source, child.stdin).catch(() => {
    // Git may have exited before it read everything; its response gives the reason.
    if (hasBroken) killGroup(child);
  });
}

function killGroup({ pid, exitCode, signalCode }: Backend): void {
  // The pid of an exited process may be reused.
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    // Git removes its locks and temporary files on this signal.
    process.kill(process.platform === "win32" ? pid : -pid, "SIGTERM");
  } catch {
    // The process has already exited.
  }
}

interface Head {
  readonly status: number;
  readonly headers: Headers;
  /** First bytes of the body. */
  readonly rest: Buffer;
}

async function readHead(output: AsyncIterator<unknown>): Promise<Head | null> {
  let seen = Buffer.alloc(0);
  for (;;) {
    const end = seen.indexOf("\r\n\r\n");
    if (end !== -1) return { ...parseHead(seen.subarray(0, end).toString()), rest: seen.subarray(end + 4) };
    const { value, done } = await output.next();
    if (done === true || seen.length > maxHeadBytes || !(value instanceof Uint8Array)) return null;
    seen = Buffer.concat([seen, value]);
  }
}

function parseHead(text: string): { status: number; headers: Headers } {
  const headers = new Headers(
    text.split("\r\n").map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const status = Number.parseInt(headers.get("status") ?? "200", 10);
  headers.delete("status");
  return { status, headers };
}
