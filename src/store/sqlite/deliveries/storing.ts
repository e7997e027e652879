import { type HooklensError, isHooklensError } from "../../../model/errors.ts";
import type { Storing } from "../../delivery-log.ts";

/** Interval of probes after a failure, in milliseconds. */
const probeMs = 1000;

/** Watch over the ability to store deliveries. */
export interface StoringWatch {
  state(): Storing;
  /** Calls the listener after each change. */
  onChange(listener: () => void): void;
  /** Returns the error that refuses deliveries; null if they are accepted. */
  refusal(): HooklensError | null;
  /**
   * Refuses deliveries from now on.
   * @param isFinal true if only a new process may be able to store
   */
  failed(reason: HooklensError, isFinal: boolean): void;
  stop(): void;
}

/**
 * Creates the watch. After a failure, deliveries are refused until a probe succeeds, so that they do not all
 * try a full disk, and so that the end of the failure is noticed even if no delivery arrives.
 * @param probe commits something durable, or rejects
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
