import { type Clock, systemClock } from "../../model/clock.ts";
import { errorText } from "../../model/errors.ts";
import { repeatingDelayMs, tunnelRetryDelaysMs } from "../../model/retry-schedules.ts";
import { TunnelError, tunnelFailed } from "./errors.ts";
import type { Connection, Connector } from "./provider.ts";
import type { Tunnel, TunnelState } from "./tunnel.ts";

/** Minimum duration of a connection that resets the delays, in milliseconds. */
const stableMs = 30_000;

/** Interval at which `watchSleep` compares the clock, in milliseconds. */
const sleepCheckMs = 5_000;
/** Minimum difference of the clock that counts as sleep, in milliseconds; a busy machine is late by less. */
const sleptMs = 15_000;

type Open = Extract<TunnelState, { kind: "open" }>;

/** State of a tunnel from `open` to `close`. */
interface Hold {
  readonly localUrl: string;
  readonly stop: AbortController;
  /** Resolves after the first attempt. */
  readonly settled: PromiseWithResolvers<void>;
  /** Last open state; null before the first. */
  last: Open | null;
  /** Called when the machine wakes up: checks the connection, or ends the delay. */
  wake: () => void;
}

/**
 * Creates a tunnel from single connections: opens one, and another when it is lost. The tunnel has failed if
 * the first attempt fails, or a later one with an error that is not transient.
 */
export function keepOpen(connector: Connector, clock: Clock = systemClock): Tunnel {
  const listeners = new Set<(state: TunnelState) => void>();
  let state: TunnelState = { kind: "off" };
  let held: { readonly hold: Hold; readonly ended: Promise<void> } | null = null;

  function setState(next: TunnelState): void {
    state = next;
    for (const listener of listeners) listener(next);
  }

  function reconnecting(hold: Hold, reason: string): void {
    const sinceMs = state.kind === "reconnecting" ? state.sinceMs : clock.nowMs();
    setState({ kind: "reconnecting", url: hold.last?.url ?? null, sinceMs, reason });
  }

  function opened(hold: Hold, { url, endsAtMs }: Connection): void {
    const sinceMs = hold.last?.url === url ? hold.last.sinceMs : clock.nowMs();
    hold.last = { kind: "open", url, sinceMs, endsAtMs };
    setState(hold.last);
    hold.settled.resolve();
  }

  /** Holds one connection from its opening to its end. */
  async function holdConnection(hold: Hold): Promise<void> {
    const { signal } = hold.stop;
    const over = Promise.withResolvers<string>();
    const stopped = (): void => over.resolve("closed");
    // Events of a connection that is being replaced or closed are ignored.
    let isCurrent = false;
    const connection = await connector.connect(
      hold.localUrl,
      {
        interrupted: (reason) => void (isCurrent && reconnecting(hold, reason)),
        resumed: () => void (isCurrent && opened(hold, connection)),
        lost: (reason) => over.resolve(reason),
      },
      signal,
    );
    isCurrent = !signal.aborted;
    if (isCurrent) opened(hold, connection);
    hold.wake = () => connection.check();
    signal.addEventListener("abort", stopped);
    if (signal.aborted) stopped();
    const reason = await over.promise;
    isCurrent = false;
    signal.removeEventListener("abort", stopped);
    if (!signal.aborted) reconnecting(hold, reason);
    await connection.close();
  }

  async function run(hold: Hold): Promise<void> {
    const { signal } = hold.stop;
    for (let failures = 0; !signal.aborted; failures += 1) {
      const startMs = clock.nowMs();
      try {
        await holdConnection(hold);
        if (clock.nowMs() - startMs >= stableMs) failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        const problem = asTunnelError(error, connector.name);
        if (hold.last === null || !problem.isTransient) {
          setState(failedState(problem));
          return;
        }
        reconnecting(hold, problem.why === undefined ? problem.what : `${problem.what}: ${problem.why}`);
      }
      await pause(repeatingDelayMs(tunnelRetryDelaysMs, failures + 1), hold);
    }
  }

  /** Waits until the delay is over, the machine wakes up, or `close` is called. */
  function pause(ms: number, hold: Hold): Promise<void> {
    const { signal } = hold.stop;
    return new Promise((resolve) => {
      const cancel = clock.after(ms, done);
      function done(): void {
        cancel();
        signal.removeEventListener("abort", done);
        hold.wake = () => {};
        resolve();
      }
      hold.wake = done;
      signal.addEventListener("abort", done);
      if (signal.aborted) done();
    });
  }

  async function open(localUrl: string): Promise<TunnelState> {
    // A tunnel that is being closed is not open, even if its connection still exists.
    const isStale = (hold: Hold): boolean =>
      hold.localUrl !== localUrl || state.kind === "failed" || hold.stop.signal.aborted;
    if (held !== null && isStale(held.hold)) await close();
    if (held === null) {
      const hold: Hold = {
        localUrl,
        stop: new AbortController(),
        settled: Promise.withResolvers(),
        last: null,
        wake: () => {},
      };
      const unwatch = watchSleep(clock, () => hold.wake());
      setState({ kind: "opening", sinceMs: clock.nowMs() });
      const ended = run(hold).finally(() => {
        unwatch();
        if (hold.stop.signal.aborted) setState({ kind: "off" });
        hold.settled.resolve();
      });
      held = { hold, ended };
    }
    await held.hold.settled.promise;
    return state;
  }

  async function close(): Promise<void> {
    const closing = held;
    closing?.hold.stop.abort();
    await closing?.ended;
    if (closing !== held) return;
    held = null;
    if (state.kind !== "off") setState({ kind: "off" });
  }

  return {
    provider: connector.name,
    state: () => state,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open,
    close,
  };
}

function asTunnelError(error: unknown, provider: string): TunnelError {
  if (error instanceof TunnelError) return error;
  const why = errorText(error);
  return tunnelFailed(`the ${provider} tunnel could not be opened`, why, error);
}

function failedState({ what, why, hint }: TunnelError): TunnelState {
  return { kind: "failed", what, why: why ?? null, hint: hint ?? null };
}

/**
 * Calls `onWake` after the machine was asleep or the clock was set: the clock has moved more or less than the
 * timer. Connections from before the sleep still look open.
 * @returns function that stops watching
 */
function watchSleep(clock: Clock, onWake: () => void): () => void {
  let cancel = (): void => {};
  function wait(): void {
    const startMs = clock.nowMs();
    cancel = clock.after(sleepCheckMs, () => {
      const lateMs = clock.nowMs() - startMs - sleepCheckMs;
      wait();
      if (Math.abs(lateMs) > sleptMs) onWake();
    });
  }
  wait();
  return () => cancel();
}
