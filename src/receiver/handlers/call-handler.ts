import type { ActionAnswer, ActionContext, ActionEnd, ActionRun, Incoming, RouteAction } from "../action.ts";
import { makeHeldBytes } from "../held-bytes.ts";
import { errorAnswer } from "../responses.ts";
import { failureOf, stackLines } from "./handler-failure.ts";
import { type Handler, makeWebhookRequest } from "./handler.ts";

/** What came of a handler's call. */
export interface HandlerCall {
  /** What the sender is told. Nothing of what was thrown is in it: that may quote anything. */
  readonly answer: ActionAnswer;
  /** In one line, `handler train threw: TypeError: rows is undefined (train.ts:14)`; null: it answered. */
  readonly failure: string | null;
  /** What it printed, as far as that is known, then with its stack what it threw. */
  readonly console: readonly string[];
}

const failedAnswer = errorAnswer(500, "The handler failed.");
const nothing: readonly string[] = [];

/**
 * Calls a handler with a delivery and makes an answer of what it returns. Never rejects: a handler that throws, or returns what cannot be
 * sent, is a failed one.
 * @param context its signal is read only when the handler asks for it
 */
export async function callHandler(
  handler: Handler,
  incoming: Incoming,
  context: { readonly signal: AbortSignal },
): Promise<HandlerCall> {
  const { route } = incoming;
  try {
    const result = await begin(handler, incoming, context);
    const answered = answerOf(result);
    // An await costs a turn of the microtasks also where there is nothing to wait for.
    const answer = answered instanceof Promise ? await answered : answered;
    return { answer, failure: null, console: nothing };
  } catch (error) {
    const isThrown = !(error instanceof UnsendableResultError);
    const failure = `handler ${route}${isThrown ? " threw" : ""}: ${failureOf(error)}`;
    return { answer: failedAnswer, failure, console: stackLines(error) };
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

/** Of a call that came to no answer. @param why in one line */
export function failedCall(route: string, why: string): HandlerCall {
  return { answer: failedAnswer, failure: `handler ${route}: ${why}`, console: nothing };
}

const overloadedAnswer = errorAnswer(
  503,
  "Too much waits for the handler. The delivery is stored, but was not handled.",
  ["Retry-After", "30"],
);

/** So much waits for the handler already that this one cannot wait too. */
export function overloadedCall(route: string): HandlerCall {
  const failure = `handler ${route}: not called, because too much waits for the handler`;
  return { answer: overloadedAnswer, failure, console: nothing };
}

/**
 * A handler of this process as what its route does.
 * @param held what deliveries that are not answered may take of memory; one beyond that is not handled. @default as usual, for this one alone
 */
export function handlerAction(name: string, handler: Handler, held = makeHeldBytes()): RouteAction {
  function call(incoming: Incoming, context: ActionContext): Promise<HandlerCall> {
    const { body } = incoming;
    if (!held.hold(body)) return Promise.resolve(overloadedCall(name));
    const called = callHandler(handler, incoming, context);
    void called.then(() => held.letGo(body));
    return called;
  }
  return (incoming, context) => handlerRun(name, call(incoming, context));
}

/**
 * A handler's call as the run of its route. It has failed, too, when it answered with a status that is not 2xx.
 * @param name of the route
 * @param called never rejects
 */
export function handlerRun(name: string, called: Promise<HandlerCall>): ActionRun {
  const by = `handler ${name}`;
  return {
    answer: called.then(({ answer: { status, headers, body } }) => ({ status, headers, body, by })),
    end: called.then(({ answer: { status }, failure, console }): ActionEnd => {
      if (status >= 200 && status < 300) return { outcome: "handled", status, reason: null, console };
      return { outcome: "failed", status, reason: failure ?? `${by} responded with ${status}`, console };
    }),
  };
}

const empty: ActionAnswer = { status: 200, headers: [], body: "" };
const textHeaders = ["Content-Type", "text/plain; charset=utf-8"];
const jsonHeaders = ["Content-Type", "application/json"];

/** Of the connection, or made anew when the answer is sent: RFC 9110, section 7.6.1. */
const ofConnection = new Set([
  "connection",
  "content-length",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** A handler returned what cannot be sent as an answer. */
export class UnsendableResultError extends TypeError {}

/**
 * What a handler returned, as an answer: a Response as it is, a string as text, nothing as 200 without a body, anything else as JSON.
 * @throws {UnsendableResultError} it cannot be sent: no JSON (a cycle, a BigInt, a function), a Response whose body is used up
 * @throws what the body of a Response breaks off with
 */
export function answerOf(result: unknown): ActionAnswer | Promise<ActionAnswer> {
  if (result === undefined || result === null) return empty;
  if (typeof result === "string") return { status: 200, headers: textHeaders, body: result };
  if (isResponse(result)) return responseAnswer(result);
  return { status: 200, headers: jsonHeaders, body: jsonOf(result) };
}

/** By its name and not by its class: one of an undici of the handler's own is a Response too, and Node loads its own on first use. */
function isResponse(result: unknown): result is Response {
  return Object.prototype.toString.call(result) === "[object Response]";
}

async function responseAnswer(response: Response): Promise<ActionAnswer> {
  const { status } = response;
  if (status < 200) throw new UnsendableResultError(`a Response with the status ${status} cannot be sent`);
  if (response.bodyUsed) throw new UnsendableResultError("the body of the Response was read already");
  const headers: string[] = [];
  for (const [name, value] of response.headers) {
    if (ofConnection.has(name)) continue;
    // Node would refuse it when the answer is sent, and then nobody could say whose fault it is.
    if (/[^\t\u0020-\u007e\u0080-\u00ff]/.test(value)) {
      throw new UnsendableResultError(`the header ${name} of the Response has a control character in it`);
    }
    headers.push(name, value);
  }
  return { status, headers, body: new Uint8Array(await response.arrayBuffer()) };
}

function jsonOf(result: unknown): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(result);
  } catch (cause) {
    const why = cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause);
    throw new UnsendableResultError(`what the handler returned cannot be JSON: ${why}`, { cause });
  }
  if (json === undefined)
    throw new UnsendableResultError(`what the handler returned cannot be JSON: a ${typeof result}`);
  return json;
}
