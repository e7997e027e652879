import { isHooklensError } from "../model/errors.ts";
import { type MessageOptions, showMessage } from "./state/messages.ts";
import type { Store } from "./state/store.ts";

/**
 * Shows a `HooklensError` as a message and ignores canceled queries. Rethrows any other error outside of promises:
 * the exit guard reports it as a bug.
 */
export function report(store: Store, error: unknown, options: MessageOptions = {}): void {
  if (isHooklensError(error)) {
    showMessage(store, "error", error.message, options);
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
