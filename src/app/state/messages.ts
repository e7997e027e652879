import type { AppState } from "./app-state.ts";

export type Tone = "ok" | "warn" | "error";

export interface Message {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
  readonly atMs: number;
}

export interface Toast extends Message {
  /** Time at which the toast expires; null until a key is pressed. */
  readonly untilMs: number | null;
}

const okToastMs = 2_000;
const kept = 200;

/** Time to undo a deletion. */
export const undoMs = 10_000;

/** Shows a message: `ok` for two seconds, others until a key is pressed. */
export const showMessage =
  (tone: Tone, text: string, nowMs: number, forMs = okToastMs) =>
  (state: AppState): AppState => {
    const message: Message = { id: (state.messages.at(-1)?.id ?? 0) + 1, tone, text, atMs: nowMs };
    const toast: Toast = { ...message, untilMs: tone === "ok" ? nowMs + forMs : null };
    return {
      ...state,
      messages: [...state.messages.slice(1 - kept), message],
      // Repeated messages are one toast.
      toasts: [...state.toasts.filter((other) => other.text !== text).slice(-2), toast],
    };
  };

/** Removes expired toasts. */
export const expireToasts =
  (nowMs: number) =>
  (state: AppState): AppState => {
    const toasts = state.toasts.filter(({ untilMs }) => untilMs === null || untilMs > nowMs);
    return toasts.length === state.toasts.length ? state : { ...state, toasts };
  };

/** Removes a toast that is no longer true. It stays in the history. */
export const removeToast =
  (text: string) =>
  (state: AppState): AppState => {
    const toasts = state.toasts.filter((toast) => toast.text !== text);
    return toasts.length === state.toasts.length ? state : { ...state, toasts };
  };

/** Removes the toasts that wait for a key. */
export function dismissSticky(state: AppState): AppState {
  const toasts = state.toasts.filter(({ untilMs }) => untilMs !== null);
  return toasts.length === state.toasts.length ? state : { ...state, toasts };
}
