import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { handlerRestartDelaysMs, repeatingDelayMs } from "../../model/retry-schedules.ts";
import { duration } from "../../text/duration.ts";
import { plural } from "../../text/numbers.ts";
import type { RouteAction } from "../action.ts";
import type { HeldBytes } from "../held-bytes.ts";
import { type HandlerCall, failedCall, handlerRun, overloadedCall } from "./call-handler.ts";
import { isChanged } from "./handler-files.ts";
import { type ModuleVersion, type PendingCall, keepOldVersions, startVersion } from "./module-version.ts";
import { type LoadedFile, withoutPayload } from "./thread-messages.ts";

/** A module that does not load is told of when it is still the same after this long, in milliseconds: it may be half written. */
const settleMs = 150;

/** `info`: what a handler printed, and what went well. `warning`: what somebody should look at. */
export type NoteLevel = "info" | "warning";

export interface RouteOptions {
  readonly route: string;
  /** Of the module. */
  readonly path: string;
  /** Its file's name. */
  readonly file: string;
  /** How long a module may take to load, in milliseconds. */
  readonly loadTimeoutMs: number;
  /** How long a version that was replaced may go on with what it has begun, in milliseconds. */
  readonly graceMs: number;
  /** A call that is not answered after this long is told of, in milliseconds. */
  readonly slowAfterMs: number;
  /** Of a thread's heap, in MB; null: what Node gives a thread. */
  readonly heapMb: number | null;
  /** What deliveries that are not answered may take of memory. */
  readonly held: HeldBytes;
  /** What is to be said; the text is foreign in part. */
  readonly note: (level: NoteLevel, text: string) => void;
  /** Called after each change of the state. */
  readonly onChange: () => void;
  /** Told of the directory of each file that is loaded. */
  readonly onDirectory: (directory: string) => void;
}

/** One file of the directory as a route: the newest version of it that loads. */
export interface HandlerRoute {
  readonly action: RouteAction;
  /** `error`: what is wrong with what was saved last, or why its thread ended; `answers`: some version handles deliveries. */
  state(): { readonly error: string | null; readonly answers: boolean };
  /** Loads the module; ends when that is done, or cannot be. */
  load(): Promise<void>;
  /** Begins to load the module anew when one of its files has changed. */
  look(): Promise<void>;
  /** Tells, once, of a call that takes long and of a thread that is blocked. */
  noteSlow(): void;
  /**
   * Loads nothing more, lets the calls under way end, and cuts off after `graceMs` what has not.
   * @param why for the rows of those, and of calls that still come: `the receiver stops`
   */
  close(graceMs: number, why: string): Promise<void>;
}

/** Loads nothing by itself; calls that come while something is being loaded wait for it. */
export function openRoute(options: RouteOptions): HandlerRoute {
  const { route, path, file, loadTimeoutMs, graceMs, slowAfterMs, heapMb } = options;
  const { held, note, onChange, onDirectory } = options;
  const nextPauseMs = makeRestartPause();
  const old = keepOldVersions(
    graceMs,
    `its thread was ended ${duration(graceMs)} after ${file} was saved`,
    (calls) => {
      const cutOff = plural(calls, "delivery", "deliveries");
      note("warning", `${cutOff} of the version before took longer than ${duration(graceMs)} and failed`);
    },
  );
  let current: ModuleVersion | null = null;
  let readyMs = 0;
  /** What the last load from disk has read. */
  let tracked: ReadonlyMap<string, LoadedFile> = new Map();
  /** The texts of the last version that loaded: what is started again when its thread ends. */
  let lastGood: ReadonlyMap<string, string> | null = null;
  let loading: Promise<void> | null = null;
  let loadingVersion: ModuleVersion | null = null;
  let restart: NodeJS.Timeout | null = null;
  /** Why there is no version to call. */
  let broken = "it is not loaded";
  /** What is to be mended; null: nothing that is known. */
  let error: string | null = null;
  /** Calls that came while there was no version to call but one was about to be. */
  let waiting: PendingCall[] = [];
  let unanswered = 0;
  let onIdle: (() => void) | null = null;
  let toldSlow: PendingCall | null = null;
  let closing = false;
  /** Why it is closed. */
  let closed: string | null = null;

  /** @param sources null: from disk */
  function load(sources: ReadonlyMap<string, string> | null): Promise<void> {
    loading ??= loadUntilQuiet(sources).finally(() => {
      loading = null;
    });
    return loading;
  }

  /** Whatever was saved while a version was being loaded is found out at its end. */
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
      onOutput: (line) => note("info", line),
      onStray: (what) => note("warning", `nobody caught ${what}`),
      onEnd: (why, notBegun, begunAny) => {
        old.remove(version);
        if (version !== current) return;
        lose(version, why, notBegun);
        // It ends without being called: another would, too, and they would wait for ever.
        if (!begunAny) failWaiting(why);
      },
    });
    loadingVersion = version;
    if (sources === null) tracked = version.files;
    const late = `it did not load within ${duration(loadTimeoutMs)}`;
    const timeUp = setTimeout(() => void version.end(late), loadTimeoutMs);
    const { broken: refused } = await version.ready;
    clearTimeout(timeUp);
    // It may have loaded and ended, both while this thread had other things to do.
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
    const calls = [...(before?.retire() ?? []), ...waiting];
    waiting = [];
    for (const call of calls) version.take(call);
    if (before !== null) old.add(before);
    note("info", lastGood === null ? `${file} is loaded` : `${file} is loaded anew`);
    lastGood = textsOf(version.files);
    error = null;
    onChange();
  }

  async function refuse(why: string, isRestart: boolean): Promise<void> {
    await pause(settleMs);
    if ((await isOutdated()) || closed !== null) return;
    broken = why;
    error = why;
    onChange();
    const meanwhile =
      current === null ? "Its deliveries fail until it is mended" : "The version before goes on";
    note("warning", `${file} is broken: ${why}. ${meanwhile}`);
    if (current !== null) return;
    failWaiting(`${file} is broken: ${why}`);
    // A thread that read nothing did not even start: no save would mend that.
    if (isRestart || tracked.size === 0) restartLater(nextPauseMs(0));
  }

  /** The thread of the version that is called has ended by itself. */
  function lose(version: ModuleVersion, why: string, notBegun: readonly PendingCall[]): void {
    current = null;
    broken = why;
    waiting = [...notBegun, ...waiting];
    lastGood = textsOf(version.files);
    if (closed !== null) return failWaiting(closed);
    error = why;
    onChange();
    note("warning", `${why}. It is started again`);
    restartLater(nextPauseMs(performance.now() - readyMs));
  }

  function restartLater(pauseMs: number): void {
    restart = setTimeout(() => {
      restart = null;
      // A save may have brought a version meanwhile, or is about to.
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
    // Nothing below may name what came: it would be kept with its payload for as long as the handler takes.
    const request = withoutPayload(incoming);
    const called = new Promise<HandlerCall>((resolve) => {
      if (!held.hold(request.body)) return resolve(overloadedCall(route));
      unanswered += 1;
      const settle = (answered: HandlerCall): void => {
        held.letGo(request.body);
        unanswered -= 1;
        if (unanswered === 0) onIdle?.();
        resolve(answered);
      };
      take({ request, context, startedMs: performance.now(), settle });
    });
    return handlerRun(route, called);
  };

  return {
    action,
    state: () => ({ error, answers: current !== null }),
    load: () => load(null),
    async look() {
      if (loading === null && (await isOutdated())) void load(null);
    },
    noteSlow() {
      const found = current === null ? null : findSlowCall(current, slowAfterMs, file);
      if (found === null || found.call === toldSlow) return;
      toldSlow = found.call;
      note("warning", found.text);
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

/** What somebody should know of calls that take long. */
export interface SlowCall {
  /** The one that takes long, or that others wait behind. */
  readonly call: PendingCall;
  readonly text: string;
}

/**
 * Whether something of a version takes longer than `slowAfterMs`: a delivery whose answer does not come, or a handler that blocks its
 * thread, so that later deliveries have not even begun.
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
    const text = `it is blocked: ${others} behind delivery ${blocker.request.seq}, which came ${ago(blocker)} ago. Saving ${file} starts it anew`;
    return { call: blocker, text };
  }
  const [oldest] = begun;
  if (!isSlow(oldest)) return null;
  return {
    call: oldest,
    text: `delivery ${oldest.request.seq} came ${ago(oldest)} ago and is not answered`,
  };
}

/** A thread that lived this long, in milliseconds, starts the schedule anew. */
const healthyMs = 60_000;

/** Creates the function that returns the delay before an ended thread is restarted, in milliseconds. */
export function makeRestartPause(): (livedMs: number) => number {
  let ends = 0;
  return (livedMs) => {
    ends = livedMs > healthyMs ? 1 : ends + 1;
    return repeatingDelayMs(handlerRestartDelaysMs, ends);
  };
}
