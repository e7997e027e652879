import type { Handler } from "../../src/receiver/handlers/handler.ts";

/** Creates a handler whose calls end on demand. */
export function gatedHandler() {
  const calls: { readonly seq: number; end(error?: Error): void }[] = [];
  const handler: Handler = (_, { seq }) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    calls.push({ seq, end: (error) => (error === undefined ? resolve("done") : reject(error)) });
    return promise;
  };
  return { handler, calls, seqs: () => calls.map(({ seq }) => seq) };
}
