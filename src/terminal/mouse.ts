import type { MouseEvent } from "./input-event.ts";

const motionBit = 32;
const wheelBit = 64;
const extraButtonsBit = 128;
const buttonBits = 3;
/** Button number of motion without a button, and of a release in the old encoding. */
const noButton = 3;

/**
 * Decodes the numbers of a mouse report (xterm's "Mouse Tracking"): button bits, and column and row from 1.
 * Returns undefined for motion without a button, the horizontal wheel, buttons above the third, and invalid
 * positions.
 */
export function mouseEvent(
  bits: number,
  column: number,
  row: number,
  released: boolean,
): MouseEvent | undefined {
  if (!(column >= 1 && row >= 1) || (bits & extraButtonsBit) !== 0) return undefined;
  const at = { type: "mouse", x: column - 1, y: row - 1 } as const;
  const button = bits & buttonBits;
  if ((bits & wheelBit) !== 0) {
    if (button > 1) return undefined;
    return { ...at, kind: button === 0 ? "wheel-up" : "wheel-down", button: 0 };
  }
  if (released) return { ...at, kind: "release", button: button === noButton ? 0 : button };
  if (button === noButton)
    return (bits & motionBit) !== 0 ? undefined : { ...at, kind: "release", button: 0 };
  return { ...at, kind: (bits & motionBit) !== 0 ? "drag" : "press", button };
}
