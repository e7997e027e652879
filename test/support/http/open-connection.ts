import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { ActionAnswer } from "../../../src/receiver/action.ts";
import { type ConnectionHost, HttpConnection } from "../../../src/receiver/http/connection.ts";
import type { HttpExchange } from "../../../src/receiver/http/exchange.ts";

/** A connection of ours, whose clock is the test's: nobody calls `checkTime` but the test. */
export interface OpenConnection {
  readonly connection: HttpConnection;
  /** Of the server; what a test may change on the way. */
  readonly host: { isClosing: boolean };
  /** The sender's end. */
  readonly sender: Socket;
  /** Resolves when so many requests have been handed over, with all of them. */
  taken(count: number): Promise<readonly HttpExchange[]>;
  /** Resolves when all that came back, from the first byte on, has such a part; rejects when the connection is closed before. */
  received(part: string): Promise<string>;
  /** Resolves when so many bytes have come back; rejects when the connection is closed before. */
  receivedBytes(count: number): Promise<void>;
  /** Resolves when the connection is closed, with all that came back. */
  closed(): Promise<string>;
}

/** An answer with a text in it. */
export function textAnswer(body: string): ActionAnswer {
  return { status: 200, headers: [], body };
}

/**
 * @param onRequest gets each request as the host does, while it is handed over
 * @param allowHalfOpen the sender does not close its end when the server closes the other
 */
export async function openConnection(
  onRequest: (exchange: HttpExchange) => void = () => {},
  allowHalfOpen = false,
): Promise<OpenConnection> {
  const exchanges: HttpExchange[] = [];
  let wake = (): void => {};
  const host = {
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 30_000,
    isClosing: false,
    take(exchange: HttpExchange) {
      exchanges.push(exchange);
      onRequest(exchange);
      wake();
    },
  } satisfies ConnectionHost;
  const { promise: accepted, resolve } = Promise.withResolvers<Socket>();
  const server = createServer({ allowHalfOpen: true }, resolve).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sender = connect({ port, host: "127.0.0.1", allowHalfOpen });
  const socket = await accepted;
  onTestFinished(() => {
    sender.destroy();
    socket.destroy();
    server.close();
  });
  const connection = new HttpConnection(socket, host);

  let back = "";
  sender.setEncoding("latin1").on("data", (text: string) => {
    back += text;
    wake();
  });
  // What a reset means is seen in what came before it.
  sender.on("error", () => {});
  sender.on("close", () => wake());
  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      if (sender.closed) throw new Error(`closed after ${back.slice(0, 1_000)}`);
      await new Promise<void>((again) => {
        wake = again;
      });
    }
  }
  return {
    connection,
    host,
    sender,
    taken: async (count) => {
      await until(() => exchanges.length >= count);
      return exchanges;
    },
    received: async (part) => {
      await until(() => back.includes(part));
      return back;
    },
    receivedBytes: (count) => until(() => sender.bytesRead >= count),
    closed: async () => {
      // Not `once`, which rejects when it is closed by a reset.
      if (!sender.closed) await new Promise((resolve) => sender.on("close", resolve));
      return back;
    },
  };
}
