import { parseJson } from "./hub-message.ts";

/** Line of a stream of server-sent events. */
interface EventField {
  readonly name: "data" | "unfinished";
  readonly value: unknown;
}

const fieldLine = /^(data|unfinished):(.*)/s;

/**
 * Yields the JSON values of the fields of server-sent events; skips other lines and invalid JSON. Ends
 * with the stream, or when the signal is aborted.
 * @throws a `TimeoutError` after `silenceMs` without data; the error of the body if the connection is lost
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
  signal?: AbortSignal,
): AsyncGenerator<EventField> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let silent = false;
  const stop = (): void => {
    // Ends a pending read. A failed read reports its own error.
    reader.cancel().catch(() => undefined);
  };
  const silence = setTimeout(() => {
    silent = true;
    stop();
  }, silenceMs);
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  let unfinished = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      silence.refresh();
      const lines = (unfinished + decoder.decode(value, { stream: true })).split("\n");
      unfinished = lines.pop() ?? "";
      for (const line of lines) {
        const [, name, text = ""] = fieldLine.exec(line) ?? [];
        const value = parseJson(text);
        if (value !== undefined) yield { name: name === "unfinished" ? name : "data", value };
      }
    }
    if (silent) throw new DOMException("no data", "TimeoutError");
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener("abort", stop);
    stop();
  }
}
