import type { Attempt } from "../../model/delivery.ts";
import { forwardDelaysMs } from "../../model/forward-schedule.ts";
import type { ActionAnswer, ActionEnd } from "../action.ts";
import type { Posted } from "../post.ts";
import { passedBack, stillForwarding, stopping, unreadableAnswer } from "./answers.ts";

/** What the tries of one delivery are made with. */
export interface Tries {
  /** One try, when its turn comes; null: the receiver stops before that. Never rejects. */
  readonly tryOnce: () => Promise<Posted | null>;
  /** False: the receiver stops, and there is no next try. */
  readonly pause: (ms: number) => Promise<boolean>;
  /** Whether an answer in so many milliseconds would still reach the sender in time. */
  readonly isInTime: (ms: number) => boolean;
  /** Tells the sender; only the first call counts. */
  readonly tell: (answer: ActionAnswer) => void;
  /** Puts a try on the delivery's row. Never rejects. */
  readonly record: (attempt: Attempt) => Promise<void>;
  /** Puts a try on the row that was due and not made, and why. Never rejects. */
  readonly recordUnmade: (why: string) => Promise<void>;
}

/**
 * Tries until there is an answer: any is final, a 500, a redirect and one that cannot be read too. Without one (refused, cut, too late) it tries again after 0.2, 1,
 * 5 and 30 s. The sender is told the target's answer when that comes in time; that it is still being forwarded as soon as the next try is
 * due too late for that; and that it was not forwarded when the receiver stops before.
 */
export async function tryUntilAnswered(tries: Tries): Promise<ActionEnd> {
  const { tryOnce, pause, isInTime, tell, record, recordUnmade } = tries;
  for (let made = 0; ; made += 1) {
    const posted = await tryOnce();
    if (posted === null) {
      tell(stopping);
      await recordUnmade(
        made === 0 ? "not sent, because the receiver stops" : "not tried again, because the receiver stops",
      );
      return nobodyAnswered;
    }
    const { attempt, answer, unreadable, givenUp } = posted;
    if (answer !== null) {
      tell(passedBack(answer));
      await record(attempt);
      return { outcome: isGood(answer.status) ? "handled" : "failed", status: answer.status };
    }
    if (unreadable) {
      // The target has the delivery: another try would only hand it over once more.
      tell(unreadableAnswer);
      await record(attempt);
      return { outcome: "failed", status: null };
    }
    if (givenUp) {
      tell(stopping);
      await record(attempt);
      return nobodyAnswered;
    }
    const delayMs = forwardDelaysMs[made];
    if (delayMs === undefined) {
      // The sender was told long ago: the last delay alone is longer than it waits.
      await record(attempt);
      return nobodyAnswered;
    }
    if (!isInTime(delayMs)) tell(stillForwarding);
    // The time runs from the end of the try, however long the log takes.
    const paused = pause(delayMs);
    await record(attempt);
    if (!(await paused)) {
      tell(stopping);
      await recordUnmade("not tried again, because the receiver stops");
      return nobodyAnswered;
    }
  }
}

/** Of a delivery no try of which was answered. */
export const nobodyAnswered: ActionEnd = { outcome: "failed", status: null };

function isGood(status: number): boolean {
  return status >= 200 && status < 300;
}
