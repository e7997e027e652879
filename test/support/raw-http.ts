import { connect } from "node:net";
import { onTestFinished } from "vitest";

export interface RawAnswer {
  readonly status: number;
  /** Headers by lowercase name; the last value of a repeated header. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Connection that sends exactly the given bytes. */
export interface RawConnection {
  send(bytes: string | Uint8Array): void;
  /**
   * Returns the next response, including 100 Continue. Rejects if the server closes before it is complete.
   */
  answer(): Promise<RawAnswer>;
  /** Resolves when the connection is closed, with the bytes after the last response read. */
  closed(): Promise<string>;
  /** Destroys the connection. */
  destroy(): void;
}

/** Connects to a server on loopback; the connection is closed after the test. */
export async function rawConnection(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: "127.0.0.1" });
  onTestFinished(() => void socket.destroy());
  let unread = "";
  let gone = false;
  const wakers = new Set<() => void>();
  const wake = (): void => {
    for (const waker of wakers) waker();
  };
  socket.setEncoding("latin1");
  socket.on("data", (text: string) => {
    unread += text;
    wake();
  });
  // The bytes received before a reset tell what it means.
  socket.on("error", () => {});
  socket.on("close", () => {
    gone = true;
    wake();
  });
  await new Promise((resolve) => socket.once("connect", resolve));

  function until<T>(look: () => T | null): Promise<T> {
    return new Promise((resolve, reject) => {
      const waker = (): void => {
        const found = look();
        if (found === null && !gone) return;
        wakers.delete(waker);
        if (found === null) reject(new Error(`closed after ${JSON.stringify(unread)}`));
        else resolve(found);
      };
      wakers.add(waker);
      waker();
    });
  }

  return {
    send: (bytes) => void socket.write(bytes),
    answer: () =>
      until(() => {
        const parsed = parseAnswer(unread);
        if (parsed === null) return null;
        unread = unread.slice(parsed.length);
        return parsed.answer;
      }),
    closed: () => until(() => (gone ? unread : null)),
    destroy: () => void socket.destroy(),
  };
}

/** Sends one request on a new connection and returns its response. */
export async function rawRequest(port: number, bytes: string | Uint8Array): Promise<RawAnswer> {
  const connection = await rawConnection(port);
  connection.send(bytes);
  return connection.answer();
}

function parseAnswer(text: string): { answer: RawAnswer; length: number } | null {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const [statusLine = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = end + 4 + Number(headers["content-length"] ?? 0);
  if (text.length < length) return null;
  return {
    answer: { status: Number(statusLine.split(" ")[1]), headers, body: text.slice(end + 4, length) },
    length,
  };
}
