import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { growingList } from "./growing-list.ts";
import { onRelease } from "./shared.ts";
import { freePort } from "./tunnel/free-port.ts";

/** Request that a target received, with its body. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** Names of the headers as sent. */
  readonly headerNames: readonly string[];
  readonly body: string;
}

export interface HttpTarget {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Received requests in order. A request counts once its body is read. */
  readonly seen: readonly SeenRequest[];
  /** Resolves when `n` requests have been received. */
  readonly received: (n: number) => Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts an HTTP server, closed after the test. `answer` is called once the body is read.
 * @param port default a free one, which nobody takes when the server is closed
 */
export async function httpTarget(answer: RequestListener, port?: number): Promise<HttpTarget> {
  const seen = growingList<SeenRequest>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers, rawHeaders } = request;
      const headerNames = rawHeaders.filter((_, index) => index % 2 === 0);
      seen.add({ method, path: url, headers, headerNames, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
  });
  server.listen(port ?? (await freePort()), "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("not listening");
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  };
  onRelease(close);
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen: seen.items,
    close,
    received: seen.reached,
  };
}

/** Responds to every request with a status and a JSON body. */
export function always(
  status: number,
  body: unknown = {},
  headers: Record<string, string> = {},
): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}
