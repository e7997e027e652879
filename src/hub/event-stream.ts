import { parseJson } from "./hub-message.ts";

/**
 * The values of a stream of server-sent events, each the JSON of one `data:` line as the Hub sends them; anything else in it is passed over.
 * Ends with the stream, or when the signal is aborted.
 * Throws what fetch throws: a `TimeoutError` when nothing at all came for `silenceMs`, and others when the connection was lost.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
  signal?: AbortSignal,
): AsyncGenerator {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let silent = false;
  const stop = (): void => {
    // A read that waits ends with this; one that failed tells by itself.
    reader.cancel().catch(() => undefined);
  };
  const silence = setTimeout(() => {
    silent = true;
    stop();
  }, silenceMs);
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
        const event = line.startsWith("data:") ? parseJson(line.slice(5)) : undefined;
        if (event !== undefined) yield event;
      }
    }
    if (silent) throw new DOMException("nothing came", "TimeoutError");
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener("abort", stop);
    stop();
  }
}
