import { backgroundOfReply, backgroundQuery, type Background } from "../terminal/background.ts";
import type { InputEvent } from "../terminal/keys.ts";

/** Limit for the reply, in milliseconds: a later one would change the colors while being read. */
const patienceMs = 1_000;

/** Query of the terminal's background; no part of the app waits for it. */
export interface BackgroundQuery {
  ask(): void;
  /** Finds the reply among the events of the terminal. */
  read(events: readonly InputEvent[]): void;
}

/** @param found called with the background if the terminal responds in time */
export function queryBackground(
  write: (query: string) => void,
  found: (background: Background) => void,
): BackgroundQuery {
  let untilMs = 0;
  return {
    ask() {
      untilMs = performance.now() + patienceMs;
      write(backgroundQuery);
    },
    read(events) {
      if (performance.now() > untilMs) return;
      for (const event of events) {
        if (event.type !== "reply" || event.kind !== "color") continue;
        const background = backgroundOfReply(event.text);
        if (background === null) continue;
        untilMs = 0;
        found(background);
      }
    },
  };
}
