import type { PasteEvent } from "./input-event.ts";

const endMark = "\u001b[201~";
/** Maximum length of a paste in UTF-16 units; a longer one is cut. */
const pasteCap = 16 * 1024 * 1024;

export interface PasteBody {
  /**
   * Takes the text of the paste from `at`. `next` is the index of the first unit not taken: after the end
   * mark if `done`, else at the start of a possible end mark.
   */
  take(input: string, at: number): { next: number; done: boolean };
  /**
   * Returns the event of the text so far, followed by `tail`: a partial end mark that turned out to be text.
   */
  event(tail?: string): PasteEvent;
}

/**
 * Creates a collector of a bracketed paste that arrives in any number of reads. Memory is linear in the kept
 * text.
 */
export function createPasteBody(cap: number = pasteCap): PasteBody {
  const parts: string[] = [];
  let kept = 0;
  let truncated = false;

  function add(text: string): void {
    const room = text.slice(0, cap - kept);
    if (room.length < text.length) truncated = true;
    if (room === "") return;
    parts.push(room);
    kept += room.length;
  }

  return {
    take(input, at) {
      const end = input.indexOf(endMark, at);
      if (end >= 0) {
        add(input.slice(at, end));
        return { next: end + endMark.length, done: true };
      }
      const next = input.length - lengthOfMarkBegun(input, at);
      add(input.slice(at, next));
      return { next, done: false };
    },
    event(tail = "") {
      add(tail);
      return { type: "paste", text: parts.join("").replaceAll(/\r\n?/gu, "\n").toWellFormed(), truncated };
    },
  };
}

/** Returns the length of the longest end of the input that may be the start of the end mark. */
function lengthOfMarkBegun(input: string, from: number): number {
  const longest = Math.min(endMark.length - 1, input.length - from);
  for (let length = longest; length > 0; length -= 1) {
    if (endMark.startsWith(input.slice(input.length - length))) return length;
  }
  return 0;
}
