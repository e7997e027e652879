import { type Clock, systemClock } from "../../model/clock.ts";
import { TunnelError, TunnelFailedError } from "./errors.ts";
import type { Connection, Provider } from "./provider.ts";
import type { Tunnel, TunnelState } from "./tunnel.ts";
import { watchSleep } from "./watch-sleep.ts";

/** Before the first tries to connect again. */
const waitsMs = [500, 1_000, 2_000, 5_000, 10_000];
/** Before each after those. */
const longestWaitMs = 30_000;
/** A connection that held as long is no part of a row of failures. */
const stableMs = 30_000;

type Open = Extract<TunnelState, { kind: "open" }>;

/** A tunnel being held open, from `open` to `close`. */
interface Hold {
  readonly localUrl: string;
  readonly stop: AbortController;
  /** Resolves when the first attempt is over. */
  readonly settled: PromiseWithResolvers<void>;
  /** The last state in which it was open; null: it never was. */
  last: Open | null;
  /** What a machine that wakes up does: look at the connection, or wait no longer. */
  wake: () => void;
}

/**
 * A tunnel made of a provider's connections: it opens one, another when that is lost, and tells the truth about it.
 * When the first attempt fails, it has failed; later on when the reason does not pass by itself.
 */
export function keepOpen(provider: Provider, clock: Clock = systemClock): Tunnel {
  const listeners = new Set<(state: TunnelState) => void>();
  let state: TunnelState = { kind: "off" };
  let held: { readonly hold: Hold; readonly ended: Promise<void> } | null = null;

  function become(next: TunnelState): void {
    state = next;
    for (const listener of listeners) listener(next);
  }

  function reconnecting(hold: Hold, reason: string): void {
    const sinceMs = state.kind === "reconnecting" ? state.sinceMs : clock.nowMs();
    become({ kind: "reconnecting", url: hold.last?.url ?? null, sinceMs, reason });
  }

  function opened(hold: Hold, { url, endsAtMs }: Connection): void {
    const sinceMs = hold.last?.url === url ? hold.last.sinceMs : clock.nowMs();
    hold.last = { kind: "open", url, sinceMs, endsAtMs };
    become(hold.last);
    hold.settled.resolve();
  }

  /** One connection, from its opening to its end. Resolves with why it ended. */
  async function holdConnection(hold: Hold): Promise<string> {
    const { signal } = hold.stop;
    const over = Promise.withResolvers<string>();
    const stopped = (): void => over.resolve("closed");
    // A connection that is being replaced or closed has nothing to say about the tunnel any more.
    let speaks = false;
    const connection = await provider.connect(
      hold.localUrl,
      {
        interrupted: (reason) => void (speaks && reconnecting(hold, reason)),
        resumed: () => void (speaks && opened(hold, connection)),
        lost: (reason) => over.resolve(reason),
      },
      signal,
    );
    speaks = !signal.aborted;
    if (speaks) opened(hold, connection);
    hold.wake = () => connection.check();
    signal.addEventListener("abort", stopped);
    if (signal.aborted) stopped();
    const reason = await over.promise;
    speaks = false;
    signal.removeEventListener("abort", stopped);
    if (!signal.aborted) reconnecting(hold, reason);
    await connection.close();
    return reason;
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
        const problem = asTunnelError(error, provider.name);
        if (hold.last === null || !problem.passing) {
          become(failedState(problem));
          return;
        }
        reconnecting(hold, problem.why === undefined ? problem.what : `${problem.what}: ${problem.why}`);
      }
      await pause(waitsMs[failures] ?? longestWaitMs, hold);
    }
  }

  /** Waits until it is time, the machine woke up, or there is nothing to wait for any more. */
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
    // One that is being closed is open no more, though its connection may still be there.
    const isUseless = (hold: Hold): boolean =>
      hold.localUrl !== localUrl || state.kind === "failed" || hold.stop.signal.aborted;
    if (held !== null && isUseless(held.hold)) await close();
    if (held === null) {
      const hold: Hold = {
        localUrl,
        stop: new AbortController(),
        settled: Promise.withResolvers(),
        last: null,
        wake: () => {},
      };
      const unwatch = watchSleep(clock, () => hold.wake());
      become({ kind: "opening", sinceMs: clock.nowMs() });
      const ended = run(hold).finally(() => {
        unwatch();
        if (hold.stop.signal.aborted) become({ kind: "off" });
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
    if (state.kind !== "off") become({ kind: "off" });
  }

  return {
    provider: provider.name,
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
  const why = error instanceof Error ? error.message : String(error);
  return new TunnelFailedError(`the ${provider} tunnel could not be opened`, why, error);
}

function failedState({ what, why, hint }: TunnelError): TunnelState {
  return { kind: "failed", what, why: why ?? null, hint: hint ?? null };
}
