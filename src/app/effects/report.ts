import { isHooklensError } from "../../model/errors.ts";
import type { AppState } from "../state/app-state.ts";
import { showMessage } from "../state/messages.ts";
import type { Store } from "../store.ts";

/**
 * Shows an expected error as a message. Any other error is rethrown outside of promises, so that the exit
 * guard reports it as a bug.
 */
export function report(store: Store<AppState>, error: unknown): void {
  if (isHooklensError(error)) {
    store.update(showMessage("error", error.message, Date.now()));
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
