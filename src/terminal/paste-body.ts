import type { PasteEvent } from "./input-event.ts";

const endMark = "\u001b[201~";
/** UTF-16 units. A longer paste keeps its start; whoever pastes more than this meant a file. */
const pasteCap = 16 * 1024 * 1024;

export interface PasteBody {
  /**
   * Takes what belongs to the paste from `at` on. `next` is the first place not taken: behind the end mark when
   * `done`, else where a part of the end mark may have begun.
   */
  take(input: string, at: number): { next: number; done: boolean };
  /** The paste so far, with `tail` added: the part of an end mark that turned out to be none. */
  event(tail?: string): PasteEvent;
}

/** Gathers a bracketed paste over as many reads as it takes, in time and memory proportional to what is kept. */
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

/** How many of the last characters could be the start of the end mark. */
function lengthOfMarkBegun(input: string, from: number): number {
  const longest = Math.min(endMark.length - 1, input.length - from);
  for (let length = longest; length > 0; length -= 1) {
    if (endMark.startsWith(input.slice(input.length - length))) return length;
  }
  return 0;
}
