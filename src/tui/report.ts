import { isHooklensError } from "../model/errors.ts";
import { showMessage } from "./state/messages.ts";
import type { Store } from "./state/store.ts";

/**
 * Shows an expected error as a message. Any other error is rethrown outside of promises, so that the exit
 * guard reports it as a bug.
 * @param topic of the message
 */
export function report(store: Store, error: unknown, topic?: string): void {
  if (isHooklensError(error)) {
    showMessage(store, "error", error.message, topic === undefined ? {} : { topic });
  } else if (!isCanceled(error)) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

/** Reports whether a newer query canceled this one. */
export function isCanceled(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
