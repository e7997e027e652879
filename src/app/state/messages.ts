import type { AppState } from "./app-state.ts";

export type Tone = "ok" | "warn" | "error";

export interface Message {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
  readonly atMs: number;
}

export interface Toast extends Message {
  /** Good news goes by itself at this time; null: it stays until a key. */
  readonly untilMs: number | null;
}

const goodNewsMs = 2_000;
const kept = 200;

/** How long an offer to undo a deletion stands. */
export const undoOfferMs = 10_000;

/** Says something to the person: good news for two seconds, a warning or an error until a key. */
export const say =
  (tone: Tone, text: string, nowMs: number, forMs = goodNewsMs) =>
  (state: AppState): AppState => {
    const message: Message = { id: (state.messages.at(-1)?.id ?? 0) + 1, tone, text, atMs: nowMs };
    const toast: Toast = { ...message, untilMs: tone === "ok" ? nowMs + forMs : null };
    return {
      ...state,
      messages: [...state.messages.slice(1 - kept), message],
      // The same sentence twice is one toast: a lost connection tries again and again.
      toasts: [...state.toasts.filter((other) => other.text !== text).slice(-2), toast],
    };
  };

/** Takes away the toasts whose time is over. */
export const expireToasts =
  (nowMs: number) =>
  (state: AppState): AppState => {
    const toasts = state.toasts.filter(({ untilMs }) => untilMs === null || untilMs > nowMs);
    return toasts.length === state.toasts.length ? state : { ...state, toasts };
  };

/** Takes back what is no longer true: a loss that is mended needs no key. It stays among the messages. */
export const withdraw =
  (text: string) =>
  (state: AppState): AppState => {
    const toasts = state.toasts.filter((toast) => toast.text !== text);
    return toasts.length === state.toasts.length ? state : { ...state, toasts };
  };

/** A key was pressed: what waited for one goes. */
export function dismissSticky(state: AppState): AppState {
  const toasts = state.toasts.filter(({ untilMs }) => untilMs !== null);
  return toasts.length === state.toasts.length ? state : { ...state, toasts };
}
