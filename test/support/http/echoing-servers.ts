import { createServer as createNodeHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Server, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { HttpExchange } from "../../../src/receiver/http/exchange.ts";
import { createHttpServer } from "../../../src/receiver/http/http-server.ts";
import { freshDataDir } from "../fresh-data-dir.ts";

/** What a server made of a request. */
export interface RequestRead {
  readonly method: string;
  readonly target: string;
  /** Names and values in turn; a character is a byte. */
  readonly headers: readonly string[];
  /** In hexadecimal digits. */
  readonly body: string;
}

/** One answer of a server: what it read, or why it refused to. */
export interface Reading {
  /** Null: it was refused. */
  readonly request: RequestRead | null;
  /** The refusal's code where the server has such; our own has its status. */
  readonly refusal: string | null;
  /** The server said that it goes on with the connection. */
  readonly staysOpen: boolean;
}

/**
 * Sends bytes on a connection of their own, each piece when the server has had the time to read those before it, and says that no more will
 * come. Resolves when the server has closed the connection too.
 */
export type ReadBytes = (...pieces: readonly Uint8Array[]) => Promise<readonly Reading[]>;

/** In a header of the answer, so that an answer to HEAD has it too. */
const readHeader = "X-Read";

function encoded(request: RequestRead): string {
  return Buffer.from(JSON.stringify(request)).toString("base64url");
}

/** The server of `src/receiver/http`. */
export async function openOurServer(): Promise<ReadBytes> {
  const { server, close } = createHttpServer({
    headersTimeoutMs: 20_000,
    requestTimeoutMs: 20_000,
    take: echo,
  });
  onTestFinished(() => close(0));
  return listenAt(server, "ours");
}

function echo(exchange: HttpExchange): void {
  const { method, target, headers } = exchange.head;
  exchange.readBody(
    1_000_000,
    (body) => {
      const read = encoded({ method, target, headers: headers.flat(), body: body.toString("hex") });
      exchange.answer({ status: 200, headers: [readHeader, read], body: "" });
    },
    () => exchange.answer({ status: 413, headers: [], body: "" }),
  );
}

/** Node's own, with its own parser (llhttp), in its strict and usual mode. */
export async function openNodeServer(): Promise<ReadBytes> {
  const options = {
    maxHeaderSize: 16_384,
    requireHostHeader: false,
    insecureHTTPParser: false,
    keepAliveTimeout: 20_000,
  };
  const server = createNodeHttpServer(options);
  // As ours: one that sends no more still gets its answers. Node documents the switch in its source only.
  Object.assign(server, { httpAllowHalfOpen: true });
  /** What was received whole on a connection and is not answered yet. */
  const owed = new WeakMap<Socket, Set<ServerResponse>>();
  const broken = new WeakMap<Socket, string>();

  function answer(message: IncomingMessage, response: ServerResponse): void {
    const { socket, method = "", url = "", rawHeaders } = message;
    const ofSocket = owed.get(socket) ?? new Set();
    owed.set(socket, ofSocket.add(response));
    const pieces: Buffer[] = [];
    message.on("data", (piece: Buffer) => pieces.push(piece));
    message.on("error", () => {});
    message.on("end", () => {
      const body = Buffer.concat(pieces).toString("hex");
      const read = encoded({ method, target: url, headers: rawHeaders, body });
      response.writeHead(200, { [readHeader]: read, "Content-Length": 0 }).end(() => {
        ofSocket.delete(response);
        refuseInTurn(socket);
      });
    });
  }
  /** Not before those that came whole have their answers. */
  function refuseInTurn(socket: Socket): void {
    const code = broken.get(socket);
    if (code === undefined || [...(owed.get(socket) ?? [])].some(({ req }) => req.complete)) return;
    broken.delete(socket);
    // What comes behind a request that ends the connection is read by nobody.
    if (code === "HPE_CLOSED_CONNECTION") socket.end();
    else
      socket.end(
        `HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n${readHeader}: ${code}\r\n\r\n`,
      );
  }
  server.on("request", answer);
  server.on("checkExpectation", answer);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (broken.has(socket as Socket)) return;
    broken.set(socket as Socket, error.code ?? error.message);
    refuseInTurn(socket as Socket);
  });
  server.on("connect", (_, socket) => {
    broken.set(socket as Socket, "CONNECT");
    refuseInTurn(socket as Socket);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return listenAt(server, "node");
}

/** A socket in the file system, so that thousands of connections use up no ports. */
async function listenAt(server: Server, name: string): Promise<ReadBytes> {
  const path = freshDataDir(`${name}.sock`);
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return async (...pieces) => {
    let text = "";
    const socket = connect({ path, allowHalfOpen: true });
    socket.setEncoding("latin1").on("data", (piece: string) => {
      text += piece;
    });
    // What a reset means is seen in what came before it.
    socket.on("error", () => {});
    socket.on("end", () => socket.destroy());
    const closed = new Promise((resolve) => socket.on("close", resolve));
    const last = pieces.at(-1) ?? new Uint8Array();
    for (const piece of pieces.slice(0, -1)) await sent(socket, piece);
    socket.end(last);
    await closed;
    return readings(text);
  };
}

/** The server is of this process: in a turn of its loop it reads what was written in the one before. */
async function sent(socket: Socket, piece: Uint8Array): Promise<void> {
  await new Promise<void>((resolve) => socket.write(piece, () => resolve()));
  for (let turn = 0; turn < 2; turn += 1) await setImmediate();
}

/** All answers in a text. */
function readings(text: string): readonly Reading[] {
  const found: Reading[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\r\n\r\n", start);
    const head = text.slice(start, end === -1 ? text.length : end);
    const field = (name: string): string => new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]?.trim() ?? "";
    const status = head.slice(9, 12);
    start = end === -1 ? text.length : end + 4 + Number(field("Content-Length"));
    if (status === "100") continue;
    const read = field(readHeader);
    found.push({
      request:
        status === "200" ? (JSON.parse(Buffer.from(read, "base64url").toString()) as RequestRead) : null,
      refusal: status === "200" ? null : read || status,
      staysOpen: field("Connection") !== "close",
    });
  }
  return found;
}
