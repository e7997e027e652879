import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { coalesce } from "../../async/coalesce.ts";
import { watchDirectories } from "../../files/watch-directories.ts";
import { isHooklensError } from "../../model/errors.ts";
import { type Visible, visible } from "../../text/visible.ts";
import type { RouteSpec } from "../action.ts";
import { receiverErrors } from "../errors.ts";
import { makeHeldBytes } from "../held-bytes.ts";
import { listHandlers, refuseTwice } from "./handler-files.ts";
import { type HandlerRoute, type NoteLevel, openRoute } from "./handler-route.ts";

/** A file that is gone must stay so for this long, in milliseconds, before its route goes: editors and git put files in place again. */
const goneAfterMs = 500;

/** Something to be told, one line that is safe to print. */
export interface HandlersNote {
  readonly level: NoteLevel;
  /** `train: TypeError: rows is undefined (train.ts:14)` */
  readonly text: Visible;
}

/** How a handler is. */
export interface HandlerState {
  readonly route: string;
  /** Its name in the directory. */
  readonly file: string;
  /** What is wrong with what was saved last, in one line; null: nothing. */
  readonly error: string | null;
  /** Some version of it handles deliveries: with an error the one before. False: they fail, or wait while it is loaded. */
  readonly answers: boolean;
}

export interface HandlersOptions {
  /** Told what handlers print (`train: …`), what was loaded, and what is broken and where. */
  readonly onNote: (note: HandlersNote) => void;
  /** Told the routes when a file has come or gone; not of those there are when it opens. */
  readonly onRoutes: (routes: readonly RouteSpec[]) => void;
  /** Called after a handler's state has changed. @default nobody is told */
  readonly onState?: () => void;
  /** How long a module may take to load, in milliseconds. @default 10_000 */
  readonly loadTimeoutMs?: number;
  /** How long a version that was replaced may go on with what it has begun, in milliseconds. @default 30_000 */
  readonly graceMs?: number;
  /** A delivery that is not answered after this long is told of, in milliseconds. @default 30_000 */
  readonly slowAfterMs?: number;
  /** How often is looked for changes the system does not tell of, in milliseconds. @default 2_000 */
  readonly pollMs?: number;
  /** What deliveries to all of them that are not answered may take of memory, in bytes; one beyond that is not handled. @default 256 MiB */
  readonly maxHeldBytes?: number;
  /** Of each thread's heap, in MB. @default what Node gives a thread */
  readonly heapMb?: number;
}

export interface Handlers {
  /** A route for each file. One whose module is broken is among them: its deliveries fail until it is mended. */
  routes(): readonly RouteSpec[];
  states(): readonly HandlerState[];
  /** Loads nothing more, lets what is under way end, and cuts that off after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

interface OpenFile {
  readonly file: string;
  readonly handler: HandlerRoute;
  /** When it was first found to be gone; null: it is there. */
  goneSinceMs: number | null;
}

/**
 * Opens a directory of handlers: the default export of each module in it (.ts, .mts, .js, .mjs) is the handler of the route with the
 * file's name. Each version of a module runs in a thread of its own, and a saved one takes over as soon as it has loaded.
 * Ends when every module was loaded or found to be broken.
 * @throws {HandlersDirectoryError | HandlerTwiceError}
 */
export async function openHandlers(directory: string, options: HandlersOptions): Promise<Handlers> {
  const {
    onNote,
    onRoutes,
    onState = () => {},
    loadTimeoutMs = 10_000,
    graceMs = 30_000,
    slowAfterMs = 30_000,
  } = options;
  const { pollMs = 2_000, heapMb = null } = options;
  const held = makeHeldBytes(options.maxHeldBytes);
  const open = new Map<string, OpenFile>();
  const leaving = new Set<Promise<void>>();
  /** What was wrong when it was last looked. */
  let wrong: ReadonlySet<string> = new Set();
  let closed = false;

  const scan = coalesce(lookForChanges, (error) => {
    throw error;
  });
  const found = await listHandlers(directory);
  refuseTwice(found);
  // Node loads a module under the path its links lead to, and so tells of its files.
  const place = await realpath(directory);
  const watch = watchDirectories(scan, pollMs);
  watch.add(place);

  function warn(text: string): void {
    onNote({ level: "warning", text: visible(text) });
  }

  function openFile(route: string, file: string): Promise<void> {
    const handler = openRoute({
      route,
      path: join(place, file),
      file,
      loadTimeoutMs,
      graceMs,
      slowAfterMs,
      heapMb,
      held,
      note: (level, text) => onNote({ level, text: visible(`${route}: ${text}`) }),
      onChange: onState,
      onDirectory: watch.add,
    });
    open.set(route, { file, handler, goneSinceMs: null });
    return handler.load();
  }

  function routes(): RouteSpec[] {
    return [...open].map(([name, { handler }]) => ({ name, action: handler.action }));
  }

  async function lookForChanges(): Promise<void> {
    if (closed) return;
    watch.add(place);
    const wrongNow = new Set<string>();
    try {
      const files = await listHandlers(place);
      for (const [route, names] of files) {
        if (names.length > 1) wrongNow.add(receiverErrors.handlerTwice(route, names).message);
      }
      if (takeFiles(files)) onRoutes(routes());
    } catch (error) {
      if (!isHooklensError(error)) throw error;
      // While the directory itself is away, what is loaded goes on.
      wrongNow.add(error.message);
    }
    for (const text of wrongNow) if (!wrong.has(text)) warn(text);
    wrong = wrongNow;
    for (const { handler } of open.values()) {
      await handler.look();
      handler.noteSlow();
    }
  }

  /** @returns whether there are other routes than before */
  function takeFiles(files: ReadonlyMap<string, readonly string[]>): boolean {
    let isOther = false;
    for (const [route, names] of files) {
      const known = open.get(route);
      if (known !== undefined && names.includes(known.file)) known.goneSinceMs = null;
      else if (known === undefined && names[0] !== undefined) {
        void openFile(route, names[0]);
        isOther = true;
      }
    }
    const nowMs = performance.now();
    for (const [route, known] of open) {
      if (files.get(route)?.includes(known.file) === true) continue;
      if (known.goneSinceMs === null) {
        known.goneSinceMs = nowMs;
        setTimeout(scan, goneAfterMs).unref();
      } else if (nowMs - known.goneSinceMs >= goneAfterMs) {
        closeFile(route, known);
        isOther = true;
        scan();
      }
    }
    return isOther;
  }

  function closeFile(route: string, { file, handler }: OpenFile): void {
    open.delete(route);
    onNote({ level: "info", text: visible(`${route}: ${file} is gone`) });
    const left = handler.close(graceMs, `${file} is gone`).finally(() => leaving.delete(left));
    leaving.add(left);
  }

  await Promise.all([...found].flatMap(([route, files]) => files.map((file) => openFile(route, file))));
  if (open.size === 0)
    warn(`there is no handler in ${directory} yet: save one as train.ts, and it is the route train`);

  return {
    routes,
    states: () => [...open].map(([route, { file, handler }]) => ({ route, file, ...handler.state() })),
    async close(closeGraceMs) {
      closed = true;
      watch.close();
      await scan.idle();
      await Promise.all([
        ...[...open.values()].map(({ handler }) => handler.close(closeGraceMs, "the receiver stopped")),
        ...leaving,
      ]);
    },
  };
}
