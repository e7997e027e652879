import process from "node:process";

const stopSignals = ["SIGINT", "SIGTERM"] as const;

/**
 * At the first SIGINT or SIGTERM closes, and ends the process with 0. A second one, from somebody who does not want to wait, does what it does
 * to any process.
 * @param close resolves within seconds
 * @returns leaves signals alone again
 */
export function closeOnSignals(close: () => Promise<void>): () => void {
  const leave = (): void => {
    for (const signal of stopSignals) process.off(signal, stop);
  };
  function stop(): void {
    leave();
    void close().finally(() => process.exit(0));
  }
  for (const signal of stopSignals) process.on(signal, stop);
  return leave;
}
