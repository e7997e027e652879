import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { onTestFinished } from "vitest";
import { freePort } from "./free-port.ts";
import { type MuxadoSession, type MuxadoStream, muxado } from "./muxado.ts";
import { selfSigned } from "./self-signed.ts";

/** Request of a client. */
export interface NgrokRequest {
  readonly kind: "auth" | "bind" | "unbind";
  readonly body: Record<string, unknown>;
}

/**
 * Imitation of ngrok's service on loopback, with the protocol of the client library. It has no accounts;
 * tests decide what it refuses.
 */
export interface NgrokService {
  /** Address, such as `localhost:12345`, and the certificate to trust. */
  readonly ingress: { readonly address: string; readonly certificate: Uint8Array };
  readonly requests: readonly NgrokRequest[];
  /** Assigned URLs, one per bind. */
  readonly urls: readonly string[];
  /** Returns the error for a request, in the words of ngrok; null to grant it. */
  refuse: (request: NgrokRequest) => string | null;
  /** Cuts all connections; accepts new ones. */
  cut(): void;
  /** Cuts all connections and refuses new ones until `listen`. */
  stop(): Promise<void>;
  listen(): Promise<void>;
}

const streamTypes: Readonly<Record<number, NgrokRequest["kind"]>> = { 0: "auth", 1: "bind", 2: "unbind" };
const heartbeat = 0xffffffff;
const proxy = 3;

/** Starts the service; it is stopped after the test. */
export async function startNgrokService(): Promise<NgrokService> {
  const identity = selfSigned("localhost");
  const requests: NgrokRequest[] = [];
  const connections = new Set<Socket>();
  const edges: Server[] = [];
  const urls: string[] = [];
  const server = createTlsServer({ ...identity }, (socket) => {
    connections.add(socket);
    socket.setNoDelay(true);
    socket.on("close", () => connections.delete(socket));
    socket.on("error", () => {
      // A client that goes away without a word.
    });
    const session: MuxadoSession = muxado(socket, (stream) => serve(stream, () => session));
  });

  function serve(stream: MuxadoStream, session: () => MuxadoSession): void {
    let unread: Buffer = Buffer.alloc(0);
    let type: number | null = null;
    stream.onData = (data) => {
      unread = Buffer.concat([unread, data]);
      if (type === null) {
        if (unread.length < 4) return;
        type = unread.readUInt32BE(0);
        unread = unread.subarray(4);
      }
      if (type === heartbeat) {
        if (unread.length > 0) stream.write(unread);
        unread = Buffer.alloc(0);
        return;
      }
      const kind = streamTypes[type];
      const body = parsed(unread.toString());
      if (kind !== undefined && body !== null) void answer({ kind, body }, stream, session());
    };
  }

  async function answer(request: NgrokRequest, stream: MuxadoStream, session: MuxadoSession): Promise<void> {
    requests.push(request);
    const error = service.refuse(request);
    const reply = error === null ? await granted(request, session) : { Error: error };
    stream.write(Buffer.from(JSON.stringify(reply)));
    stream.end();
  }

  async function granted({ kind, body }: NgrokRequest, session: MuxadoSession): Promise<unknown> {
    if (kind === "auth") return { Version: "2", ClientId: "ts_1", Extra: { Version: "prod", Cookie: "c" } };
    if (kind === "unbind") return {};
    const id = typeof body["Id"] === "string" && body["Id"] !== "" ? body["Id"] : `tn_${randomUUID()}`;
    const url = await openEdge(id, session);
    urls.push(url);
    return { Id: id, URL: url, Proto: body["Proto"], Opts: body["Opts"], Extra: { Token: "t" } };
  }

  /** Listens on a port and passes its connections to the client, like a public address. */
  async function openEdge(id: string, session: MuxadoSession): Promise<string> {
    const edge = createTcpServer((socket) => {
      const stream = session.open();
      const header = Buffer.from(
        JSON.stringify({
          Id: id,
          ClientAddr: "127.0.0.1:1",
          Proto: "https",
          EdgeType: "3",
          PassthroughTLS: false,
        }),
      );
      const start = Buffer.alloc(12);
      start.writeUInt32BE(proxy, 0);
      start.writeBigInt64LE(BigInt(header.length), 4);
      stream.write(Buffer.concat([start, header]));
      socket.on("data", (data: Buffer) => stream.write(data));
      socket.on("end", () => stream.end());
      socket.on("error", () => {
        // The sender disconnected.
      });
      stream.onData = (data) => void socket.write(data);
      stream.onEnd = () => void socket.end();
    });
    edge.listen(0, "127.0.0.1");
    await once(edge, "listening");
    edges.push(edge);
    return `http://127.0.0.1:${portOf(edge)}`;
  }

  async function stop(): Promise<void> {
    const closed = once(server, "close");
    server.close();
    service.cut();
    await closed;
  }

  const port = await freePort();
  async function listen(): Promise<void> {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  }
  await listen();

  const service: NgrokService = {
    ingress: { address: `localhost:${port}`, certificate: Buffer.from(identity.cert) },
    requests,
    urls,
    refuse: () => null,
    cut() {
      for (const socket of connections) socket.destroy();
    },
    stop,
    listen,
  };
  onTestFinished(async () => {
    for (const edge of edges) edge.close();
    if (server.listening) await stop();
  });
  return service;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** Null: it is not whole yet. */
function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
