import { expect } from "vitest";
import { postBytes } from "./load.ts";
import { openReceiver } from "./open-receiver.ts";
import { type RawAnswer, rawConnection, rawRequest } from "./raw-http.ts";

/** Delivery that every receiver accepts. */
export const goodRequest = postBytes("inbox", null, "{}").toString();

/** Start of a request to a route; more headers, an empty line and a body must follow. */
export const requestHead = "POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\n";

/** State of the connection and of the receiver after the request. */
export interface Fate {
  readonly answer: RawAnswer;
  /** True if the receiver closed the connection by itself. */
  readonly closed: boolean;
  /** Number of rows the bytes added to the log. */
  readonly rows: number;
}

/**
 * Sends bytes to a receiver of their own and reads the answer. The receiver must take a good delivery after that, on the same connection
 * where it stays open, and on another one.
 */
export async function fateOf(bytes: string | Uint8Array): Promise<Fate> {
  const receiver = await openReceiver();
  const connection = await rawConnection(receiver.port);
  connection.send(bytes);
  const answer = await connection.answer();
  expect(JSON.parse(answer.body)).toEqual(
    answer.status === 200 ? { ok: true } : { error: expect.any(String) },
  );
  const rows = (await receiver.rows()).length;
  const closed = answer.headers["connection"] === "close";
  if (closed) expect(await connection.closed()).toBe("");
  else {
    connection.send(goodRequest);
    expect((await connection.answer()).status).toBe(200);
  }
  expect((await rawRequest(receiver.port, goodRequest)).status).toBe(200);
  return { answer, closed, rows };
}
