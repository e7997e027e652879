import type { ActionAnswer, ActionContext, ActionEnd, ActionRun, Incoming, RouteAction } from "../action.ts";
import { elapsedMs } from "../elapsed.ts";
import { makeHeldBytes } from "../held-bytes.ts";
import { errorAnswer } from "../json-answer.ts";
import { answerOf } from "./handler-answer.ts";
import { failureOf } from "./handler-failure.ts";
import type { Handler } from "./handler.ts";
import { makeWebhookRequest } from "./webhook-request.ts";

/** What came of a handler's call. */
export interface HandlerCall {
  /** What the sender is told. Nothing of what was thrown is in it: that may quote anything. */
  readonly answer: ActionAnswer;
  readonly end: ActionEnd;
  /** One line for the row, `TypeError: rows is undefined (train.ts:14)`; null: nothing was thrown. */
  readonly failure: string | null;
}

const failedAnswer = errorAnswer(500, "The handler failed.");
const failedEnd: ActionEnd = { outcome: "failed", status: 500 };
const handledEnd: ActionEnd = { outcome: "handled", status: 200 };

/**
 * Calls a handler with a delivery and makes an answer of what it returns. Never rejects: a handler that throws, or returns what cannot be
 * sent, is a failed one. It has failed, too, when it returns a Response whose status is not 2xx.
 * @param context its signal is read only when the handler asks for it
 */
export async function callHandler(
  handler: Handler,
  incoming: Incoming,
  context: { readonly signal: AbortSignal },
): Promise<HandlerCall> {
  try {
    const result = await begin(handler, incoming, context);
    const answered = answerOf(result);
    // An await costs a turn of the microtasks also where there is nothing to wait for.
    const answer = answered instanceof Promise ? await answered : answered;
    return { answer, end: endOf(answer.status), failure: null };
  } catch (error) {
    return failedCall(failureOf(error));
  }
}

/** Apart from what waits for its end: a function that is suspended keeps all that it has named, the payload too. */
function begin(
  handler: Handler,
  incoming: Incoming,
  context: { readonly signal: AbortSignal },
): ReturnType<Handler> {
  // That a payload may lack what the type promises is what `schemaValid` is for.
  const payload = incoming.payload as Parameters<Handler>[0];
  return handler(payload, makeWebhookRequest(incoming, context));
}

/** @param failure one line for the row */
export function failedCall(failure: string): HandlerCall {
  return { answer: failedAnswer, end: failedEnd, failure };
}

/** So much waits for the handler already that this one cannot wait too. */
export const overloadedCall: HandlerCall = {
  answer: errorAnswer(503, "Too much waits for the handler. The delivery is stored, but was not handled.", [
    "Retry-After",
    "30",
  ]),
  end: { outcome: "failed", status: 503 },
  failure: "not called, because too much waits for the handler",
};

function endOf(status: number): ActionEnd {
  if (status === 200) return handledEnd;
  return { outcome: status >= 200 && status < 300 ? "handled" : "failed", status };
}

/**
 * A handler of this process as what its route does.
 * @param held what deliveries that are not answered may take of memory; one beyond that is not handled. @default as usual, for this one alone
 */
export function handlerAction(name: string, handler: Handler, held = makeHeldBytes()): RouteAction {
  function call(incoming: Incoming, context: ActionContext): Promise<HandlerCall> {
    const { body } = incoming;
    if (!held.hold(body)) return Promise.resolve(overloadedCall);
    const called = callHandler(handler, incoming, context);
    void called.then(() => held.letGo(body));
    return called;
  }
  return (incoming, context) => handlerRun(name, () => call(incoming, context), context);
}

/**
 * A handler's call as the run of its route. One that failed with a reason leaves an attempt on the row that says what and where.
 * @param name of the route
 * @param call never rejects
 */
export function handlerRun(
  name: string,
  call: () => Promise<HandlerCall>,
  context: ActionContext,
): ActionRun {
  const startedMs = performance.now();
  const called = call();

  async function keepFailure({ end }: HandlerCall, failure: string): Promise<ActionEnd> {
    const durationMs = elapsedMs(startedMs);
    await context.attempt({
      target: `handler ${name}`,
      startedAt: new Date(Date.now() - durationMs).toISOString(),
      status: null,
      error: failure,
      durationMs,
      reply: null,
    });
    return end;
  }

  return {
    answer: called.then(({ answer }) => answer),
    end: called.then((result) =>
      result.failure === null ? result.end : keepFailure(result, result.failure),
    ),
  };
}
