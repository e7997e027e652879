import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { elapsedMs } from "../../http/post.ts";
import type { DeliveryDetail } from "../../model/delivery.ts";
import type { DeliveryLog } from "../../store/delivery-log.ts";
import type { ActionEnd, ActionResponse, Incoming, RouteAction } from "../action.ts";
import { eventTryOf } from "../event-try.ts";
import { inQueue, notRepeated } from "../responses.ts";
import { incomingOf } from "../stored-incoming.ts";
import { interruptedError } from "./interrupted-tries.ts";
import type { RunSettings } from "./run-settings.ts";
import type { Runs } from "./runs.ts";
import { gatesOfArrived, gatesOfStored } from "./turns.ts";
import type { DueWork, NoWork, TryResult, Work } from "./work.ts";

/** Time for which a try that is cut off may still end, in milliseconds; less than `abortGraceMs`. */
const cutOffGraceMs = 100;

/** Adds a schedule of retries to the action of a route. Each delivery is a job before its first try. */
export function retriedAction(
  action: RouteAction,
  settings: RunSettings,
  runs: Pick<Runs, "start" | "isHeld" | "signal">,
): RouteAction {
  const work: Work = {
    retryDelaysMs: settings.retriesMs ?? [],
    isStoredFirst: true,
    answersFirst: settings.answer === "first",
    jobOf: ({ seq }) => ({ seq, target: null, isAction: true }),
    gatesOf: (incoming) => gatesOfArrived(settings, incoming),
    tryArrived(incoming, body, made) {
      const event = { ...incoming.event, number: incoming.event.number + made - 1 };
      return tryAction(action, { ...incoming, body, event }, runs);
    },
  };
  return (incoming, context) => runs.start(work, incoming, context);
}

/**
 * Returns the work of an action with a delivery of the queue.
 * @param action present action of its route; null if there is none
 * @param stored its log, and the present secret of its route; null without one
 */
export function dueActionWork(
  delivery: DeliveryDetail,
  action: RouteAction | null,
  settings: RunSettings,
  runs: Pick<Runs, "isHeld" | "signal">,
  stored: { readonly log: Pick<DeliveryLog, "original">; readonly secret: string | null },
): DueWork | NoWork {
  const { log, secret } = stored;
  if (action === null) return { waitsFor: `not tried yet: the route ${delivery.route} has no handler here` };
  return {
    retryDelaysMs: settings.retriesMs ?? [],
    gates: gatesOfStored(settings, delivery),
    try: async () => tryAction(action, incomingOf(delivery, await eventTryOf(delivery, log), secret), runs),
  };
}

/** Runs an action once. A try that the end of the receiver cuts off may have had its effect. */
async function tryAction(
  action: RouteAction,
  incoming: Incoming,
  { isHeld, signal }: Pick<Runs, "isHeld" | "signal">,
): Promise<TryResult | null> {
  if (isHeld() || signal.aborted) return null;
  const startedAt = new Date().toISOString();
  const startedMs = performance.now();
  let own: AbortSignal | null = null;
  const run = action(incoming, {
    // Each try has its own signal, because a handler may leave its listeners on it.
    get signal() {
      return (own ??= AbortSignal.any([signal]));
    },
    attempt: async () => {},
  });
  const done = new AbortController();
  const ended = await Promise.race([Promise.all([run.response, run.end]), untilCutOff(signal, done.signal)]);
  done.abort();
  const [response, end]: readonly [ActionResponse, ActionEnd | null] = ended ?? [inQueue, null];
  const isHandled = end?.outcome === "handled";
  const isCutOff = !isHandled && signal.aborted;
  const { status = null, reason = null, final = false } = end ?? {};
  return {
    endAfter: () => end ?? { outcome: "interrupted", status: null, reason: interruptedError },
    // Failures are the receiver's: the sender must not send again.
    response: isHandled ? response : final ? notRepeated : inQueue,
    attempt: {
      target: response.by ?? `route ${incoming.route}`,
      startedAt,
      status,
      error: isCutOff ? interruptedError : reason,
      durationMs: elapsedMs(startedMs),
      reply: null,
    },
    mayRetry: !isHandled && !final,
    isCutOff,
  };
}

/** Resolves with null some time after the signal is aborted, unless the try is done before. */
async function untilCutOff(signal: AbortSignal, done: AbortSignal): Promise<null> {
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { signal: done });
  });
  return sleep(cutOffGraceMs, null);
}
