import { type HooklensError, isHooklensError } from "../../../model/errors.ts";
import type { Storing } from "../../delivery-log.ts";

/** Interval of probes after a failure. */
const probeMs = 1000;

/** State of storing deliveries. */
export interface StoringWatch {
  state(): Storing;
  /** Calls the listener after each change. */
  onChange(listener: () => void): void;
  /** Returns the error that refuses deliveries; null if they are stored. */
  refusal(): HooklensError | null;
  /** Refuses deliveries from now on. @param isFinal only a new process may be able to store */
  failed(reason: HooklensError, isFinal: boolean): void;
  stop(): void;
}

/**
 * Creates the state. After a failure deliveries are refused until a probe succeeds, so that a full disk is not tried for each delivery, and is
 * tried while none arrives.
 * @param probe commits something durable, or throws
 */
export function createStoringWatch(probe: () => Promise<void>): StoringWatch {
  const listeners: (() => void)[] = [];
  let refusal: HooklensError | null = null;
  let isFinal = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;

  function set(next: HooklensError | null): void {
    const hasChanged = refusal?.message !== next?.message;
    refusal = next;
    if (hasChanged) for (const listener of listeners) listener();
  }

  function probeLater(): void {
    if (isFinal || isStopped) return;
    timer ??= setTimeout(() => void tryProbe(), probeMs).unref();
  }

  async function tryProbe(): Promise<void> {
    let failure: HooklensError | null = null;
    try {
      await probe();
    } catch (error) {
      if (!isHooklensError(error)) throw error;
      failure = error;
    }
    timer = null;
    if (isFinal || isStopped) return;
    set(failure);
    if (failure !== null) probeLater();
  }

  return {
    state: () =>
      refusal === null ? { ok: true } : { ok: false, reason: refusal.why ?? refusal.what, isFinal },
    onChange: (listener) => void listeners.push(listener),
    refusal: () => refusal,
    failed(reason, final) {
      if (isFinal) return;
      isFinal = final;
      set(reason);
      probeLater();
    },
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
