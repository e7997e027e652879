import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { coalesce } from "../../async/coalesce.ts";
import { watchDirectories } from "../../files/watch-directories.ts";
import { isHooklensError } from "../../model/errors.ts";
import { type Logger, mapLogger } from "../../model/logger.ts";
import { visible } from "../../text/visible.ts";
import type { RouteSpec } from "../action.ts";
import { receiverErrors } from "../errors.ts";
import { makeHeldBytes } from "../held-bytes.ts";
import { defaultLimits } from "../limits.ts";
import type { ProgramOptions } from "../programs/program-action.ts";
import { openProgramFile } from "../programs/program-file.ts";
import { programLine, wordsOfFile } from "../programs/program.ts";
import { listHandlers, refuseTwice } from "./handler-files.ts";
import { type HandlerRoute, openRoute } from "./handler-route.ts";
import type { HandlerState } from "./handler-state.ts";

/**
 * Time for which a file must be missing before its route is removed, in milliseconds: editors and git replace
 * files.
 */
const goneAfterMs = 500;

export interface HandlersOptions {
  /**
   * Logger of the output of handlers and of loads, as info, and of problems, as warnings: `train: TypeError:
   * rows is undefined (train.ts:14)`. Each line is safe to print.
   */
  readonly logger: Logger;
  /** Called with the routes after a file was added or removed; not for the initial routes. */
  readonly onRoutes: (routes: readonly RouteSpec[]) => void;
  /** Called after a handler's state has changed. */
  readonly onState?: () => void;
  /** Limit for loading a module, in milliseconds. @default 10_000 */
  readonly loadTimeoutMs?: number;
  /** Limit for a replaced version to finish its calls, in milliseconds. @default 30_000 */
  readonly graceMs?: number;
  /** Time after which an unanswered delivery is reported, in milliseconds. @default 30_000 */
  readonly slowAfterMs?: number;
  /** Interval of polling for changes the system does not report, in milliseconds. @default 2_000 */
  readonly pollMs?: number;
  /**
   * Memory limit for unanswered deliveries of all handlers, in bytes; a delivery beyond it is not handled.
   * @default 256 MiB
   */
  readonly maxHeldBytes?: number;
  /** Heap limit of each thread, in MB. @default Node's */
  readonly heapMb?: number;
  /** Environment and time of the programs. @default without secrets of hooklens, 30 min */
  readonly programs?: Pick<ProgramOptions, "inherited" | "timeoutMs">;
}

export interface Handlers {
  /**
   * Returns the routes of all files, including broken modules. Their deliveries fail until they are fixed,
   * unless a previous version runs.
   */
  routes(): readonly RouteSpec[];
  states(): readonly HandlerState[];
  /** Stops loading, waits for the calls in progress, and ends them after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

interface OpenFile {
  readonly file: string;
  readonly handler: HandlerRoute;
  /** Time the file was first missing; null if it exists. */
  goneSinceMs: number | null;
}

/**
 * Opens a directory of handlers: the default export of each module in it (.ts, .mts, .js, .mjs) is the
 * handler of the route with the file's name. Each version of a module runs in its own thread, and a saved
 * version takes over once it has loaded. Other files (.py, .sh) are programs, which each delivery starts anew.
 * Resolves when every module has loaded or failed.
 * @throws {HandlersDirectoryError | HandlerTwiceError}
 */
export async function openHandlers(directory: string, options: HandlersOptions): Promise<Handlers> {
  const {
    onRoutes,
    onState = () => {},
    loadTimeoutMs = 10_000,
    graceMs = 30_000,
    slowAfterMs = 30_000,
  } = options;
  const { pollMs = 2_000, heapMb = null } = options;
  const {
    programs = { inherited: { allowed: [], known: () => [] }, timeoutMs: defaultLimits().execTimeoutMs },
  } = options;
  const logger = mapLogger(options.logger, visible);
  const held = makeHeldBytes(options.maxHeldBytes);
  const open = new Map<string, OpenFile>();
  const leaving = new Set<Promise<void>>();
  /** Problems found by the last scan. */
  let wrong: ReadonlySet<string> = new Set();
  let closed = false;

  const scan = coalesce(lookForChanges, (error) => {
    throw error;
  });
  const found = await listHandlers(directory);
  refuseTwice(found);
  // Node resolves symbolic links in the paths of modules.
  const place = await realpath(directory);
  const watch = watchDirectories(scan, pollMs);
  watch.add(place);

  function openFile(route: string, file: string): Promise<void> {
    const path = join(place, file);
    const words = wordsOfFile(path);
    const ofRoute = mapLogger(logger, (line) => `${route}: ${line}`);
    const handler =
      words === null
        ? openRoute({
            route,
            path,
            file,
            loadTimeoutMs,
            graceMs,
            slowAfterMs,
            heapMb,
            held,
            logger: ofRoute,
            onChange: onState,
            onDirectory: watch.add,
          })
        : openProgramFile({ route, words }, path, {
            ...programs,
            held,
            logger: ofRoute,
            onChange: onState,
          });
    open.set(route, { file, handler, goneSinceMs: null });
    return handler.load();
  }

  function routes(): RouteSpec[] {
    return [...open].map(([name, { file, handler }]) => {
      const words = wordsOfFile(file);
      return { name, action: handler.action, ...(words !== null && { program: programLine({ words }) }) };
    });
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
      // Loaded handlers continue while the directory is missing.
      wrongNow.add(error.message);
    }
    for (const text of wrongNow) if (!wrong.has(text)) logger.warn(text);
    wrong = wrongNow;
    for (const { handler } of open.values()) {
      await handler.look();
      handler.noteSlow();
    }
  }

  /**
   * Opens the handlers of new files and closes those of missing files. @returns true if the routes have
   * changed
   */
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
    logger.info(`${route}: ${file} is gone`);
    const left = handler.close(graceMs, `${file} is gone`).finally(() => leaving.delete(left));
    leaving.add(left);
  }

  await Promise.all([...found].flatMap(([route, files]) => files.map((file) => openFile(route, file))));
  if (open.size === 0)
    logger.warn(`there is no handler in ${directory} yet: save one as train.ts to serve the route train`);

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
