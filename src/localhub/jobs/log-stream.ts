import type { LogEvent } from "./log-reader.ts";

/**
 * Interval of keep-alive comments, as on the Hub. A shorter one breaks the Python client, which stops after 5 s of silence
 * (huggingface_hub `fetch_job_logs`).
 */
const keepAliveMs = 30_000;

/**
 * Streams a log as server-sent events, each `data: {"timestamp", "data"}`, as the Hub's clients read them.
 * @param follow yields lines until the signal is aborted
 */
export function logStream(
  follow: (signal: AbortSignal) => AsyncGenerator<readonly LogEvent[]>,
): ReadableStream<Uint8Array> {
  const leaving = new AbortController();
  const encoder = new TextEncoder();
  const events = follow(leaving.signal);
  let keepAlive: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearInterval(keepAlive);
    leaving.abort();
  };
  return new ReadableStream({
    start(controller) {
      keepAlive = setInterval(() => controller.enqueue(encoder.encode(": keep-alive\n\n")), keepAliveMs);
    },
    async pull(controller) {
      try {
        const { done, value } = await events.next();
        if (!done) {
          const text = value.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
          controller.enqueue(encoder.encode(text));
          return;
        }
        controller.close();
        end();
      } catch (error) {
        controller.error(error);
        end();
      }
    },
    cancel: end,
  });
}
