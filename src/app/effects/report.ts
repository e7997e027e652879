import { isHooklensError } from "../../model/errors.ts";
import type { AppState } from "../state/app-state.ts";
import { say } from "../state/messages.ts";
import type { Store } from "../store.ts";

/** Tells the person what went wrong. A bug is thrown on, out of all promises: the exit guard gives the terminal back and says so. */
export function report(store: Store<AppState>, error: unknown): void {
  if (isHooklensError(error)) {
    store.update(say("error", error.message, Date.now()));
  } else if (!isCancelled(error)) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

/** A question that a newer one made pointless. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
