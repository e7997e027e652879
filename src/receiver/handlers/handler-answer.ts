import type { ActionAnswer } from "../action.ts";

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
