import type {
  ActionResponse,
  ActionContext,
  ActionEnd,
  ActionRun,
  Incoming,
  RouteAction,
} from "../action.ts";
import { makeHeldBytes } from "../held-bytes.ts";
import { errorResponse, notRepeated } from "../responses.ts";
import { failureOf, stackLines, UnsendableResultError } from "./handler-failure.ts";
import { type Handler, makeWebhookRequest, type WebhookRequest } from "./handler.ts";

/** Result of a handler's call. */
export interface HandlerCall {
  /** Response to the sender. Contains no part of a thrown error, which may quote anything. */
  readonly response: ActionResponse;
  /** One line, `handler train threw: TypeError: rows is undefined (train.ts:14)`; null after a success. */
  readonly failure: string | null;
  /** True for a failure that another call would repeat. */
  readonly final: boolean;
  /** Known output, followed by the thrown error with its stack. */
  readonly console: readonly string[];
}

/** Receives the error of a failed call, the request, and the failure in one line. */
export type HandlerErrorListener = (error: unknown, request: WebhookRequest, failure: string) => void;

const failedResponse = errorResponse(500, "The handler failed.");

const nothing: readonly string[] = [];

/**
 * Calls a handler with a delivery and converts its result. Never rejects: a handler that throws, or whose
 * result cannot be sent, has failed.
 * @param context its signal is read only if the handler accesses it
 * @param onError called with the error of a call that failed; must not throw
 */
export async function callHandler(
  handler: Handler,
  incoming: Incoming,
  context: { readonly signal: AbortSignal },
  onError?: HandlerErrorListener,
): Promise<HandlerCall> {
  const { route } = incoming;
  try {
    const result = await begin(handler, incoming, context);
    const converted = responseOf(result);
    // Avoids the microtask of an unnecessary await.
    const response = converted instanceof Promise ? await converted : converted;
    return { response, failure: null, final: false, console: nothing };
  } catch (error) {
    const isThrown = !(error instanceof UnsendableResultError);
    const failure = `handler ${route}${isThrown ? " threw" : ""}: ${failureOf(error)}`;
    onError?.(error, makeWebhookRequest(incoming, context), failure);
    const final = forbidsRetry(error);
    const response = final ? notRepeated : failedResponse;
    return { response, failure, final, console: stackLines(error) };
  }
}

/**
 * Calls the handler. Separate from `callHandler`: a suspended function retains its variables, including the payload.
 */
function begin(
  handler: Handler,
  incoming: Incoming,
  context: { readonly signal: AbortSignal },
): ReturnType<Handler> {
  // `schemaValid` is false if the payload does not conform to the type.
  const payload = incoming.payload as Parameters<Handler>[0];
  return handler(payload, makeWebhookRequest(incoming, context));
}

/** Returns true for a thrown error that forbids another call: its property `retry` is false. */
function forbidsRetry(error: unknown): boolean {
  return typeof error === "object" && error !== null && "retry" in error && error.retry === false;
}

/** Creates the result of a call without a response. @param why one line */
export function failedCall(route: string, why: string): HandlerCall {
  const failure = `handler ${route}: ${why}`;
  return { response: failedResponse, failure, final: false, console: nothing };
}

/** Response to a delivery that exceeds the memory for waiting ones. */
export const overloadedResponse = errorResponse(
  503,
  "Too many deliveries wait for the handler. The delivery is stored, but was not handled.",
  ["Retry-After", "30"],
);

/** Creates the result of a call that exceeds the memory for waiting deliveries. */
export function overloadedCall(route: string): HandlerCall {
  const failure = `handler ${route}: not called, because too many deliveries wait for it`;
  return { response: overloadedResponse, failure, final: false, console: nothing };
}

/**
 * Creates the action of a handler in this process.
 * @param held memory limit for unanswered deliveries; a delivery beyond it is not handled. @default a limit
 * of its own
 * @param onError called with the error of a call that failed; must not throw
 */
export function handlerAction(
  name: string,
  handler: Handler,
  held = makeHeldBytes(),
  onError?: HandlerErrorListener,
): RouteAction {
  function call(incoming: Incoming, context: ActionContext): Promise<HandlerCall> {
    const { body } = incoming;
    if (!held.hold(body)) return Promise.resolve(overloadedCall(name));
    const called = callHandler(handler, incoming, context, onError);
    void called.then(() => held.release(body));
    return called;
  }
  return (incoming, context) => handlerRun(name, call(incoming, context));
}

/**
 * Converts a handler's call into the run of an action. A status other than 2xx is a failure too.
 * @param name name of the route
 * @param called never rejects
 */
export function handlerRun(name: string, called: Promise<HandlerCall>): ActionRun {
  const by = `handler ${name}`;
  return {
    response: called.then(({ response: { status, headers, body } }) => ({ status, headers, body, by })),
    end: called.then(({ response: { status }, failure, final, console }): ActionEnd => {
      if (failure === null && status >= 200 && status < 300) {
        return { outcome: "handled", status, reason: null, console };
      }
      // A response that the handler returns is its decision.
      if (failure === null) {
        return {
          outcome: "failed",
          status,
          reason: `${by} responded with ${status}`,
          final: true,
          console,
        };
      }
      return { outcome: "failed", status, reason: failure, final, console };
    }),
  };
}

const empty: ActionResponse = { status: 200, headers: [], body: "" };
const textHeaders = ["Content-Type", "text/plain; charset=utf-8"];
const jsonHeaders = ["Content-Type", "application/json"];

/** Connection headers, written with the response: RFC 9110, section 7.6.1. */
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

/**
 * Converts a handler's result: a Response as it is, a string as text, undefined and null as 200 without a
 * body, anything else as JSON.
 * @throws {UnsendableResultError} a value that is not JSON (a cycle, a BigInt, a function), or a Response
 * with a read body or an invalid status or header
 * @throws the error of a Response's body
 */
export function responseOf(result: unknown): ActionResponse | Promise<ActionResponse> {
  if (result === undefined || result === null) return empty;
  if (typeof result === "string") return { status: 200, headers: textHeaders, body: result };
  if (isResponse(result)) return fromResponse(result);
  return { status: 200, headers: jsonHeaders, body: jsonOf(result) };
}

/**
 * Returns true for a Response. Checks the name, not the class: the handler may use its own undici, and Node
 * loads `Response` on first use.
 */
function isResponse(result: unknown): result is Response {
  return Object.prototype.toString.call(result) === "[object Response]";
}

async function fromResponse(response: Response): Promise<ActionResponse> {
  const { status } = response;
  if (status < 200) throw new UnsendableResultError(`a Response with the status ${status} cannot be sent`);
  if (response.bodyUsed) throw new UnsendableResultError("the body of the Response was already read");
  const headers: string[] = [];
  for (const [name, value] of response.headers) {
    if (ofConnection.has(name)) continue;
    // Node would refuse the header when the response is sent, too late to name the handler.
    if (/[^\t\u0020-\u007e\u0080-\u00ff]/.test(value)) {
      throw new UnsendableResultError(`the header ${name} of the Response contains a control character`);
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
    throw new UnsendableResultError(`the handler's result cannot be JSON: ${why}`, { cause });
  }
  if (json === undefined)
    throw new UnsendableResultError(`the handler's result cannot be JSON: a ${typeof result}`);
  return json;
}
