import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "../../model/logger.ts";
import { handlerRestartDelaysMs, repeatingDelayMs } from "../../model/retry-schedules.ts";
import { duration } from "../../text/duration.ts";
import { plural } from "../../text/numbers.ts";
import type { RouteAction } from "../action.ts";
import type { HeldBytes } from "../held-bytes.ts";
import { type HandlerCall, failedCall, handlerRun, overloadedCall } from "./call-handler.ts";
import { isChanged } from "./handler-files.ts";
import type { HandlerState } from "./handler-state.ts";
import { type ModuleVersion, type PendingCall, keepOldVersions, startVersion } from "./module-version.ts";
import { type LoadedFile, withoutPayload } from "./thread-messages.ts";

/** Delay before a module that fails to load is reported, in milliseconds, because it may be half written. */
const settleMs = 150;

export interface RouteOptions {
  readonly route: string;
  /** Path of the module. */
  readonly path: string;
  /** File name of the module. */
  readonly file: string;
  /** Limit for loading a module, in milliseconds. */
  readonly loadTimeoutMs: number;
  /** Limit for a replaced version to finish its calls, in milliseconds. */
  readonly graceMs: number;
  /** Time after which an unanswered call is reported, in milliseconds. */
  readonly slowAfterMs: number;
  /** Heap limit of a thread, in MB; null for Node's default. */
  readonly heapMb: number | null;
  /** Memory limit for unanswered deliveries. */
  readonly held: HeldBytes;
  /**
   * Logger of the output of handlers and of successful loads, as info, and of problems, as warnings; the text
   * is partly untrusted.
   */
  readonly logger: Logger;
  /** Called after each change of the state. */
  readonly onChange: () => void;
  /** Called with the directory of each loaded file. */
  readonly onDirectory: (directory: string) => void;
}

/** The route of one handler file, served by its latest version that loads. */
export interface HandlerRoute {
  readonly action: RouteAction;
  /** Returns the state. `error`: problem of the last saved version, or the reason its thread ended. */
  state(): Pick<HandlerState, "error" | "ready" | "readyAt" | "loads">;
  /** Loads the module; resolves when it has loaded or failed. */
  load(): Promise<void>;
  /** Starts reloading the module if one of its files has changed. */
  look(): Promise<void>;
  /** Reports a slow call or a blocked thread, once for each call. */
  noteSlow(): void;
  /**
   * Stops loading, waits for the calls in progress, and ends them after `graceMs`.
   * @param why reason for the rows of ended and later calls: `the receiver stopped`
   */
  close(graceMs: number, why: string): Promise<void>;
}

/** Opens a route without loading it; calls during a load wait for it. */
export function openRoute(options: RouteOptions): HandlerRoute {
  const { route, path, file, loadTimeoutMs, graceMs, slowAfterMs, heapMb } = options;
  const { held, logger, onChange, onDirectory } = options;
  const nextPauseMs = makeRestartPause();
  const old = keepOldVersions(
    graceMs,
    `its thread was ended ${duration(graceMs)} after ${file} was saved`,
    (calls) => {
      const cutOff = plural(calls, "delivery", "deliveries");
      logger.warn(`${cutOff} of the previous version took longer than ${duration(graceMs)} and failed`);
    },
  );
  let current: ModuleVersion | null = null;
  let readyMs = 0;
  let readyAt: string | null = null;
  /** Files read by the last load from disk. */
  let tracked: ReadonlyMap<string, LoadedFile> = new Map();
  /** Sources of the last version that loaded, for a restart after its thread ends. */
  let lastGood: ReadonlyMap<string, string> | null = null;
  let loading: Promise<void> | null = null;
  let loadingVersion: ModuleVersion | null = null;
  let restart: NodeJS.Timeout | null = null;
  /** Reason there is no version to call. */
  let broken = "it is not loaded";
  /** Problem to fix; null if none is known. */
  let error: string | null = null;
  /** Calls that wait for a version being loaded. */
  let waiting: PendingCall[] = [];
  let unanswered = 0;
  let onIdle: (() => void) | null = null;
  let reportedSlow: SlowCall | null = null;
  let loads = 0;
  let closing = false;
  /** Reason passed to `close`; null until the calls in progress have ended. */
  let closed: string | null = null;

  /** Loads the module, unless a load is in progress. @param sources null to load from disk */
  function load(sources: ReadonlyMap<string, string> | null): Promise<void> {
    loading ??= loadUntilQuiet(sources).finally(() => {
      loading = null;
    });
    return loading;
  }

  /** Loads the module, and loads it again until no file was saved during the load. */
  async function loadUntilQuiet(sources: ReadonlyMap<string, string> | null): Promise<void> {
    await loadOnce(sources);
    while (await isOutdated()) await loadOnce(null);
  }

  async function isOutdated(): Promise<boolean> {
    return !closing && (await isChanged(path, tracked));
  }

  async function loadOnce(sources: ReadonlyMap<string, string> | null): Promise<void> {
    const version = startVersion({
      path,
      route,
      sources: sources ?? new Map(),
      heapMb,
      onFile: (loaded) => onDirectory(dirname(loaded)),
      onOutput: (line) => logger.info(line),
      onUncaught: (what) => logger.warn(`uncaught exception: ${what}`),
      onEnd: (why, notBegun, begunAny) => {
        old.remove(version);
        if (version !== current) return;
        lose(version, why, notBegun);
        // The thread ended without having begun a call. A restarted one would end too, and the calls would
        // wait forever.
        if (!begunAny) failWaiting(why);
      },
    });
    loadingVersion = version;
    if (sources === null) tracked = version.files;
    const late = `it did not load within ${duration(loadTimeoutMs)}`;
    const timeUp = setTimeout(() => void version.end(late), loadTimeoutMs);
    const { broken: refused } = await version.ready;
    clearTimeout(timeUp);
    // The thread may have loaded and ended before this one received either message.
    const why = refused ?? version.ended;
    loadingVersion = null;
    if (why === null && closed === null) {
      takeOver(version);
      return;
    }
    await version.end("it is not needed");
    if (why !== null && closed === null) await refuse(why, sources !== null);
  }

  function takeOver(version: ModuleVersion): void {
    const before = current;
    current = version;
    readyMs = performance.now();
    readyAt = new Date().toISOString();
    const calls = [...(before?.retire() ?? []), ...waiting];
    waiting = [];
    for (const call of calls) version.take(call);
    if (before !== null) old.add(before);
    logger.info(lastGood === null ? `${file} is loaded` : `${file} is reloaded`);
    lastGood = textsOf(version.files);
    error = null;
    loads += 1;
    onChange();
  }

  async function refuse(why: string, isRestart: boolean): Promise<void> {
    await pause(settleMs);
    if ((await isOutdated()) || closed !== null) return;
    broken = why;
    error = why;
    loads += 1;
    onChange();
    const meanwhile =
      current === null ? "Its deliveries fail until it is fixed" : "The previous version keeps running";
    logger.warn(`${file} is broken: ${why}. ${meanwhile}`);
    if (current !== null) return;
    failWaiting(`${file} is broken: ${why}`);
    // A thread that read nothing failed to start; no save can fix that.
    if (isRestart || tracked.size === 0) restartLater(nextPauseMs(0));
  }

  /** Handles the unexpected end of the current version's thread: schedules a restart. */
  function lose(version: ModuleVersion, why: string, notBegun: readonly PendingCall[]): void {
    current = null;
    broken = why;
    waiting = [...notBegun, ...waiting];
    lastGood = textsOf(version.files);
    if (closed !== null) return failWaiting(closed);
    error = why;
    onChange();
    logger.warn(`${why}. It is being restarted`);
    restartLater(nextPauseMs(performance.now() - readyMs));
  }

  function restartLater(pauseMs: number): void {
    restart = setTimeout(() => {
      restart = null;
      // A save may have loaded a version in the meantime, or started to.
      if (current === null && loading === null) void load(lastGood);
    }, pauseMs);
  }

  function failWaiting(why: string): void {
    const calls = waiting;
    waiting = [];
    for (const call of calls) call.settle(failedCall(route, why));
  }

  function take(call: PendingCall): void {
    if (current !== null) current.take(call);
    else if (closed === null && (loading !== null || restart !== null)) waiting.push(call);
    else call.settle(failedCall(route, closed ?? `${file} is broken: ${broken}`));
  }

  const action: RouteAction = (incoming, context) => {
    // The code below must not reference `incoming`, which would retain its payload while the handler runs.
    const request = withoutPayload(incoming);
    const called = new Promise<HandlerCall>((resolve) => {
      if (!held.hold(request.body)) return resolve(overloadedCall(route));
      unanswered += 1;
      const settle = (settled: HandlerCall): void => {
        held.release(request.body);
        unanswered -= 1;
        if (unanswered === 0) onIdle?.();
        resolve(settled);
      };
      take({ request, context, startedMs: performance.now(), settle });
    });
    return handlerRun(route, called);
  };

  return {
    action,
    state: () => ({ error, ready: current !== null, readyAt: current && readyAt, loads }),
    load: () => load(null),
    async look() {
      if (loading === null && (await isOutdated())) void load(null);
    },
    noteSlow() {
      const found = current === null ? null : findSlowCall(current, slowAfterMs, file);
      if (found === null) return;
      // A call that was slow alone is reported again when deliveries wait behind it.
      if (found.call === reportedSlow?.call && (reportedSlow.isBlocking || !found.isBlocking)) return;
      reportedSlow = found;
      logger.warn(found.text);
    },
    async close(closeGraceMs, why) {
      closing = true;
      if (unanswered > 0) {
        const idle = new Promise<void>((resolve) => {
          onIdle = resolve;
        });
        const timeUp = new AbortController();
        const { signal } = timeUp;
        await Promise.race([idle, pause(closeGraceMs, undefined, { signal }).catch(() => undefined)]);
        timeUp.abort();
      }
      closed = why;
      if (restart !== null) clearTimeout(restart);
      failWaiting(why);
      await Promise.all([current?.end(why), loadingVersion?.end(why), old.end(why)]);
      await loading;
    },
  };
}

function textsOf(files: ReadonlyMap<string, LoadedFile>): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { path, text } of files.values()) if (text !== null) texts.set(path, text);
  return texts;
}

/** Report about a slow call. */
export interface SlowCall {
  /** The call that is slow or blocks others. */
  readonly call: PendingCall;
  readonly isBlocking: boolean;
  readonly text: string;
}

/**
 * Finds a call of a version that takes longer than `slowAfterMs`: an unanswered delivery, or a handler that
 * blocks its thread so that later deliveries have not begun.
 */
export function findSlowCall(
  version: Pick<ModuleVersion, "calls">,
  slowAfterMs: number,
  file: string,
): SlowCall | null {
  const { begun, notBegun } = version.calls();
  const nowMs = performance.now();
  const isSlow = (call: PendingCall | undefined): call is PendingCall =>
    call !== undefined && nowMs - call.startedMs > slowAfterMs;
  const ago = (call: PendingCall): string => duration(nowMs - call.startedMs);

  const blocker = begun.at(-1);
  if (isSlow(notBegun[0]) && blocker !== undefined) {
    const others = plural(notBegun.length, "delivery waits", "deliveries wait");
    const text = `it is blocked: ${others} behind delivery ${blocker.request.seq}, which arrived ${ago(blocker)} ago. Saving ${file} restarts it`;
    return { call: blocker, isBlocking: true, text };
  }
  const [oldest] = begun;
  if (!isSlow(oldest)) return null;
  return {
    call: oldest,
    isBlocking: false,
    text: `delivery ${oldest.request.seq} arrived ${ago(oldest)} ago and has no response yet`,
  };
}

/** Lifetime of a thread after which the schedule of delays starts anew, in milliseconds. */
const healthyMs = 60_000;

/** Creates the function that returns the delay before an ended thread is restarted, in milliseconds. */
export function makeRestartPause(): (livedMs: number) => number {
  let ends = 0;
  return (livedMs) => {
    ends = livedMs > healthyMs ? 1 : ends + 1;
    return repeatingDelayMs(handlerRestartDelaysMs, ends);
  };
}
