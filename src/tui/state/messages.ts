import { createSlice } from "./slice.ts";
import type { Store } from "./store.ts";

export type Tone = "ok" | "warn" | "error";

export interface Message {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
  readonly atMs: number;
  /** Subject, for example `hub`: `topicEnded` removes its toasts. Null for none. */
  readonly topic: string | null;
  /** True if the state ends by itself: the message never covers the screen. */
  readonly isPassing: boolean;
}

export interface Toast extends Message {
  /** Time at which the toast expires; null until a key is pressed. */
  readonly untilMs: number | null;
}

const okToastMs = 2_000;
/** Maximum messages in the history. */
const kept = 200;

/** Limit for undoing a deletion, in milliseconds. */
export const undoMs = 10_000;

export interface MessagesState {
  readonly toasts: readonly Toast[];
  /** Last messages, newest last. */
  readonly history: readonly Message[];
}

/** Options of a message. */
export interface MessageOptions {
  /** Duration of an `ok` message, in milliseconds. @default 2,000 */
  readonly durationMs?: number;
  readonly topic?: string;
  /** @default false */
  readonly isPassing?: boolean;
  /** False for the refusal of a key, which the history does not keep. @default true */
  readonly isKept?: boolean;
}

const initialMessages: MessagesState = { toasts: [], history: [] };

export const messagesSlice = createSlice("messages", initialMessages, {
  /** Shows a message: `ok` for its duration, others until a key is pressed. */
  messageShown(
    { toasts, history },
    tone: Tone,
    text: string,
    atMs: number,
    { durationMs = okToastMs, topic, isPassing = false, isKept = true }: MessageOptions = {},
  ): MessagesState {
    const id = Math.max(0, history.at(-1)?.id ?? 0, ...toasts.map((toast) => toast.id)) + 1;
    const message: Message = { id, tone, text, atMs, topic: topic ?? null, isPassing };
    const toast: Toast = { ...message, untilMs: tone === "ok" ? atMs + durationMs : null };
    return {
      history: isKept ? [...history.slice(1 - kept), message] : history,
      // A repeated message replaces its toast; at most three toasts are kept.
      toasts: [...toasts.filter((other) => other.text !== text).slice(-2), toast],
    };
  },
  /** Removes expired toasts. */
  expireToasts: (state, nowMs: number) =>
    withToasts(state, ({ untilMs }) => untilMs === null || untilMs > nowMs),
  /** Removes the toasts of a topic. They stay in the history. */
  topicEnded: (state, ended: string) => withToasts(state, ({ topic }) => topic !== ended),
  /** Removes the toasts that stay until a key is pressed. */
  dismissSticky: (state) => withToasts(state, ({ untilMs }) => untilMs !== null),
});
export const { messageShown, expireToasts, topicEnded, dismissSticky } = messagesSlice.actions;

/** Removes the toasts for which `isKept` is false; returns the same state if there are none. */
function withToasts(state: MessagesState, isKept: (toast: Toast) => boolean): MessagesState {
  const toasts = state.toasts.filter(isKept);
  return toasts.length === state.toasts.length ? state : { ...state, toasts };
}

/** Shows a message with the current time. */
export function showMessage(store: Store, tone: Tone, text: string, options: MessageOptions = {}): void {
  store.dispatch(messageShown(tone, text, store.nowMs(), options));
}
