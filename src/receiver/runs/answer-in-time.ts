import type { Clock } from "../../model/clock.ts";
import type { ActionResponse, RouteAction } from "../action.ts";
import { stillRunning } from "../responses.ts";
import type { Answer } from "./run-settings.ts";

/** Limit for the response to a sender, in milliseconds. The sender waits 10 s. */
export const respondWithinMs = 9_500;

/** The system's clock, with timers that do not keep the process alive: the server does. */
export const runClock: Clock = {
  nowMs: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Adds the limit of the response to an action: its sender gets 202 if the action has not responded in time, and the
 * action goes on.
 */
export function answerInTime(action: RouteAction, answer: Answer, clock = runClock): RouteAction {
  if (answer === "first") {
    return (incoming, context) => {
      const run = Promise.withResolvers<ReturnType<RouteAction>>();
      // Starts after the response is sent, which a handler of this process may delay.
      setImmediate(() => {
        try {
          run.resolve(action(incoming, context));
        } catch (error) {
          run.reject(error);
        }
      });
      return { response: Promise.resolve(stillRunning), end: run.promise.then(({ end }) => end) };
    };
  }
  return (incoming, context) => {
    const { response, end } = action(incoming, context);
    const { promise, resolve, reject } = Promise.withResolvers<ActionResponse>();
    const cancel = clock.after(respondWithinMs, () => resolve(stillRunning));
    response.finally(cancel).then(resolve, reject);
    // The outcome follows the response, which is stored with it.
    return { response: promise, end: promise.then(() => end) };
  };
}
