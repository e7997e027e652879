import type { Logger } from "../../model/logger.ts";
import { plural } from "../../text/numbers.ts";

const failureNoteGapMs = 10_000;

/** A full disk fails thousands of deliveries a second: one is noted, and how many more there were with the next note. */
export function noteSparingly(logger: Logger): (error: unknown) => void {
  let notedAtMs = -Infinity;
  let unsaid = 0;
  return (error) => {
    unsaid += 1;
    const nowMs = performance.now();
    if (nowMs - notedAtMs < failureNoteGapMs) return;
    const reason = error instanceof Error ? error.message : String(error);
    logger.info(`${plural(unsaid, "delivery", "deliveries")} could not be logged: ${reason}`);
    notedAtMs = nowMs;
    unsaid = 0;
  };
}
