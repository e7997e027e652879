import process from "node:process";

/** Redirects stderr (warnings, output of libraries) to the log until the returned function is called. */
export function redirectStderr(log: (text: string) => void): () => void {
  const { write } = process.stderr;
  process.stderr.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    log(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
    const done = rest.find((one): one is () => void => typeof one === "function");
    if (done !== undefined) queueMicrotask(done);
    return true;
  };
  return () => {
    process.stderr.write = write;
  };
}
