import { isHooklensError } from "../model/errors.ts";
import { showMessage } from "./state/messages.ts";
import type { Store } from "./state/store.ts";

/**
 * Shows a `HooklensError` as a message and ignores canceled queries. Any other error is rethrown outside of
 * promises, so that the exit guard reports it as a bug.
 * @param topic subject of the message
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

/** Returns true for an `AbortError`, for example of a query that a newer one canceled. */
export function isCanceled(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
