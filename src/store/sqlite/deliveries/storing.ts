import { type HooklensError, isHooklensError } from "../../../model/errors.ts";
import type { Storing } from "../../delivery-log.ts";

/** So soon is tried again what failed. */
const probeMs = 1000;

export interface StoringWatch {
  state(): Storing;
  /** Calls back after each change. */
  onChange(listener: () => void): void;
  /** Why a delivery is refused without being tried; null: it is not. */
  refusal(): HooklensError | null;
  /** @param isFinal a new process may do better, this one will not */
  failed(reason: HooklensError, isFinal: boolean): void;
  stop(): void;
}

/**
 * Keeps whether deliveries can be stored. After a failure they are refused until a probe works, so that a full disk is not asked for each of
 * them, and is asked while none comes.
 * @param probe commits something durable, or throws
 */
export function createStoringWatch(probe: () => Promise<void>): StoringWatch {
  const listeners: (() => void)[] = [];
  let refusal: HooklensError | null = null;
  let isFinal = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;

  function set(next: HooklensError | null): void {
    const isNews = refusal?.message !== next?.message;
    refusal = next;
    if (isNews) for (const listener of listeners) listener();
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
