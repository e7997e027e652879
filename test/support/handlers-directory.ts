import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished, vi } from "vitest";
import type { ActionResponse, ActionEnd, Incoming, RouteSpec } from "../../src/receiver/action.ts";
import { type Handlers, type HandlersOptions, openHandlers } from "../../src/receiver/handlers/handlers.ts";
import { freshDataDir } from "./fresh-data-dir.ts";

/** Result of a delivery. */
export interface Called {
  readonly answer: ActionResponse;
  readonly end: ActionEnd;
}

export interface HandlersDirectory {
  readonly path: string;
  /** Writes a file in place, like a simple editor. */
  save(file: string, text: string): void;
  /** Writes a temporary file and renames it, like most editors. */
  replace(file: string, text: string): void;
  remove(file: string): void;
}

/** Creates a directory with these files, which may be in subdirectories; it is removed after the test. */
export function handlersDirectory(
  files: Readonly<Record<string, string>>,
  name = "handlers",
): HandlersDirectory {
  const path = freshDataDir(name);
  mkdirSync(path, { recursive: true });
  function save(file: string, text: string): void {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  for (const [file, text] of Object.entries(files)) save(file, text);
  return {
    path,
    save,
    replace(file, text) {
      save(`.${file}.swp`, text);
      renameSync(join(path, `.${file}.swp`), join(path, file));
    },
    remove: (file) => rmSync(join(path, file)),
  };
}

export interface OpenDirectory extends HandlersDirectory {
  readonly handlers: Handlers;
  /** Reported messages in order, such as `warning train: …`. */
  readonly notes: readonly string[];
  /** Names of the routes after each change. */
  readonly changes: readonly (readonly string[])[];
  /** Waits for a message that matches. */
  noted(text: RegExp): Promise<string>;
  /** Runs a route with a delivery. */
  call(route: string, incoming?: Partial<Incoming>, signal?: AbortSignal): Promise<Called>;
  /** Returns the text of a route's response to a delivery. */
  answer(route: string, payload?: unknown): Promise<string>;
}

/** Opens the handlers of a directory with these files; they are closed after the test. */
export async function openDirectory(
  files: Readonly<Record<string, string>>,
  options: Partial<HandlersOptions> = {},
  name = "handlers",
): Promise<OpenDirectory> {
  const directory = handlersDirectory(files, name);
  const notes: string[] = [];
  const changes: string[][] = [];
  const handlers = await openHandlers(directory.path, {
    logger: {
      info: (line) => notes.push(`info ${line}`),
      warn: (line) => notes.push(`warning ${line}`),
      error: (line) => notes.push(`error ${line}`),
    },
    onRoutes: (routes) => changes.push(routes.map(({ name }) => name)),
    ...options,
  });
  onTestFinished(() => handlers.close(0));
  const call: OpenDirectory["call"] = async (route, incoming = {}, signal = new AbortController().signal) => {
    const action = actionOf(handlers.routes(), route);
    const run = action(makeIncoming({ route, ...incoming }), {
      signal,
      attempt: () => Promise.reject(new Error("a handler makes no attempts")),
    });
    const [answer, end] = await Promise.all([run.response, run.end]);
    if (end === null) throw new Error("a handler sees to its own outcome");
    return { answer, end };
  };
  return {
    ...directory,
    handlers,
    notes,
    changes,
    call,
    async answer(route, payload = {}) {
      const { answer } = await call(route, { payload });
      return Buffer.from(answer.body).toString();
    },
    noted: (text) =>
      vi.waitFor(() => {
        const found = notes.find((note) => text.test(note));
        if (found === undefined) throw new Error(`nothing matches ${text} in ${JSON.stringify(notes)}`);
        return found;
      }, 15_000),
  };
}

function actionOf(routes: readonly RouteSpec[], route: string): NonNullable<RouteSpec["action"]> {
  const action = routes.find(({ name }) => name === route)?.action;
  if (!action) throw new Error(`there is no route ${route}`);
  return action;
}

let lastSeq = 0;

/** A delivery whose body is its payload as JSON, unless it is given. */
function makeIncoming(incoming: Partial<Incoming>): Incoming {
  const payload = incoming.payload ?? {};
  lastSeq += 1;
  return {
    seq: lastSeq,
    route: "train",
    method: "POST",
    target: `/webhooks/${incoming.route ?? "train"}`,
    headers: [],
    body: Buffer.from(JSON.stringify(payload)),
    payload,
    schemaValid: true,
    remote: "127.0.0.1",
    receivedAtMs: Date.now(),
    replayOf: null,
    event: { id: null, first: lastSeq, number: 1, firstAtMs: Date.now() },
    ...incoming,
  };
}
