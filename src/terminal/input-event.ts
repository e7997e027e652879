/**
 * One press of a key.
 *
 * `name` is a typed character (`"a"`, `"G"`, `"é"`) or a name of `key-names.ts` (`"enter"`, `"pageup"`, `"f5"`).
 * `text` is the text the key writes into a field, empty for other keys.
 * Shift is part of a character (`G`, never shift+g), so `shift` is true only with named keys and Ctrl.
 */
export interface KeyEvent {
  readonly type: "key";
  readonly name: string;
  readonly text: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

/** A bracketed paste as one event. Carriage returns of the terminal become `\n`. */
export interface PasteEvent {
  readonly type: "paste";
  readonly text: string;
  /** True if the paste exceeded the maximum length and was cut. */
  readonly truncated: boolean;
}

export interface MouseEvent {
  readonly type: "mouse";
  readonly kind: "press" | "release" | "drag" | "wheel-up" | "wheel-down";
  /** Cells from the left edge, from 0. */
  readonly x: number;
  /** Cells from the top edge, from 0. */
  readonly y: number;
  /** 0 left, 1 middle, 2 right; 0 for the wheel and for the release of an unknown button. */
  readonly button: number;
}

/**
 * Report of the terminal, never typed: a response to a query, or a change of focus. `text` is the body of the
 * sequence (`11;rgb:1e1e/1e1e/2e2e` for a color), empty for an incomplete sequence.
 */
export interface ReplyEvent {
  readonly type: "reply";
  readonly kind: "focus-in" | "focus-out" | "color" | "cursor" | "attributes" | "unknown";
  readonly text: string;
}

export type InputEvent = KeyEvent | PasteEvent | MouseEvent | ReplyEvent;
