import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import type { Header } from "../model/delivery.ts";
import { connectionReason } from "../text/connection-reason.ts";
import { headerPairs } from "./headers.ts";

/** More of an answer than this is not read, in bytes: as much as the receiver takes of a request unless told otherwise. */
export const answerLimitBytes = 5 * 1_048_576;

/** A body to send somewhere, as it is. */
export interface Outgoing {
  /** An http or https URL. */
  readonly target: string;
  /** Names and values in turn, duplicates and order kept; Host is put in front of them, Content-Length behind. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/** What a target answered. */
export interface TargetAnswer {
  readonly status: number;
  readonly headers: readonly Header[];
  /** As far as it was read. */
  readonly body: Uint8Array;
  /** What is missing of the body: nothing, what came after the answer broke off or its time was over, or what is beyond the limit. */
  readonly missing: "nothing" | "end" | "excess";
}

/** One request and its answer, on one connection. */
export interface Exchange {
  readonly answer: TargetAnswer | null;
  /** Null: there was an answer. */
  readonly error: string | null;
  readonly connected: boolean;
  /** Something came back that cannot be read as HTTP, or is no answer to a POST: the target has the request all the same. */
  readonly unreadable: boolean;
  /** The connection was a kept one, and was closed before anything came back. */
  readonly stale: boolean;
}

/**
 * Sends one request and reads its answer, on a connection of the agent or, without one, on a connection of its own. Never rejects.
 * @param signal gives up on it; its reason is the error, in words
 */
export function exchange(
  outgoing: Outgoing,
  agent: http.Agent | false,
  signal: AbortSignal,
): Promise<Exchange> {
  const url = new URL(outgoing.target);
  const isSecure = url.protocol === "https:";
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  let answering = false;
  let connected = false;
  let kept: { readonly socket: Socket; readonly bytesBefore: number } | null = null;

  function fail(error: unknown): void {
    // A status that has come stands, also where the rest of the answer never does.
    if (answering) return;
    const isReset =
      error instanceof Error && "code" in error && /^(?:ECONNRESET|EPIPE)$/.test(String(error.code));
    const stale = isReset && !signal.aborted && kept !== null && kept.socket.bytesRead === kept.bytesBefore;
    resolve({ answer: null, error: reasonOf(error, signal), connected, unreadable: false, stale });
  }

  function refuse(why: string): void {
    const error = `its answer cannot be read: ${why}`;
    if (!answering) resolve({ answer: null, error, connected: true, unreadable: true, stale: false });
  }

  let sent: http.ClientRequest;
  try {
    sent = (isSecure ? https : http).request(url, {
      method: "POST",
      // A flat list goes out as it is; an object would lose the order and the case of the names.
      headers: ["Host", url.host, ...outgoing.headers, "Content-Length", String(outgoing.body.byteLength)],
      agent,
      signal,
    });
  } catch (error) {
    // A header Node does not write, which then did not come over HTTP either.
    fail(error);
    return promise;
  }
  sent.on("socket", (socket) => {
    if (sent.reusedSocket) {
      connected = true;
      kept = { socket, bytesBefore: socket.bytesRead };
    } else {
      socket.once(isSecure ? "secureConnect" : "connect", () => {
        connected = true;
      });
    }
  });
  sent.on("error", (error) => {
    // The codes of Node's parser: no HTTP, two lengths, a head that is too large.
    if ("code" in error && String(error.code).startsWith("HPE_")) refuse(error.message);
    else fail(error);
  });
  sent.on("upgrade", (_, socket) => {
    socket.destroy();
    refuse("it switches to another protocol, which nobody asked for");
  });
  sent.on("close", () => fail(new Error("the target hung up without an answer")));
  sent.on("response", (message) => {
    answering = true;
    readAnswer(message, (answer) =>
      resolve({ answer, error: null, connected: true, unreadable: false, stale: false }),
    );
  });
  sent.end(outgoing.body);
  return promise;
}

/** Calls `done` at least once; what it says first is so. */
function readAnswer(message: http.IncomingMessage, done: (answer: TargetAnswer) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  function end(missing: TargetAnswer["missing"]): void {
    const headers = headerPairs(message.rawHeaders);
    done({ status: message.statusCode ?? 0, headers, body: Buffer.concat(chunks), missing });
  }
  message.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= answerLimitBytes) chunks.push(chunk);
    else {
      end("excess");
      message.destroy();
    }
  });
  message.on("end", () => end("nothing"));
  message.on("error", () => end("end"));
  message.on("close", () => end("end"));
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  // Ours are the words the signal was aborted with.
  if (signal.aborted) return String(signal.reason);
  const reason = connectionReason(error);
  if (reason !== null) return reason;
  // A name with several addresses fails with one error for each of them and an empty message of its own.
  const each = error instanceof AggregateError ? error.errors : [error];
  return each
    .map((one: unknown) => connectionReason(one) ?? (one instanceof Error ? one.message : String(one)))
    .join(", ");
}
