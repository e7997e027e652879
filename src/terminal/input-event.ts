/**
 * One press of a key.
 *
 * `name` is a character as it was typed (`"a"`, `"G"`, `"é"`) or a word of `key-names.ts` (`"enter"`, `"pageup"`, `"f5"`).
 * `text` is what the press would write into a text field; empty for everything that writes nothing.
 * Shift is folded into the character where the terminal tells it (`G`, never shift+g), so `shift` is true only
 * beside named keys and beside Ctrl.
 */
export interface KeyEvent {
  readonly type: "key";
  readonly name: string;
  readonly text: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

/** Everything between the two marks of a bracketed paste, as one event. Terminals send line ends as carriage returns; here they are `\n`. */
export interface PasteEvent {
  readonly type: "paste";
  readonly text: string;
  /** True when the paste was longer than the cap and its end was dropped. */
  readonly truncated: boolean;
}

export interface MouseEvent {
  readonly type: "mouse";
  readonly kind: "press" | "release" | "drag" | "wheel-up" | "wheel-down";
  /** Cells from the left edge, from 0. */
  readonly x: number;
  /** Cells from the top edge, from 0. */
  readonly y: number;
  /** 0 left, 1 middle, 2 right; 0 for the wheel. */
  readonly button: number;
}

/**
 * Something the terminal said by itself: an answer to a query, a change of focus. Never something a person typed.
 * `text` is the body of the sequence (`11;rgb:1e1e/1e1e/2e2e` for a colour), empty when it was broken off.
 */
export interface ReplyEvent {
  readonly type: "reply";
  readonly kind: "focus-in" | "focus-out" | "colour" | "cursor" | "attributes" | "unknown";
  readonly text: string;
}

export type InputEvent = KeyEvent | PasteEvent | MouseEvent | ReplyEvent;
