import process from "node:process";

/** Exit code of a command that a signal ends: 128 plus the signal number, as in shells. */
export const signalExitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
export type StopSignal = keyof typeof signalExitCodes;

const stopSignals: readonly StopSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];

function exit(signal: StopSignal): never {
  process.exit(signalExitCodes[signal]);
}

/** Exits on a signal, with its code. Open resources (a database, a role) survive that. */
export function exitOnSignals(): void {
  for (const signal of stopSignals) process.on(signal, exit);
}

/** Removes the handlers, for a command that shuts down by itself. */
export function leaveSignals(): void {
  for (const signal of stopSignals) process.off(signal, exit);
}

/** Resolves with the first stop signal. A second one exits at once. */
export function nextStopSignal(): Promise<StopSignal> {
  return new Promise((resolve) => {
    const stop = (signal: StopSignal): void => {
      exitOnSignals();
      for (const each of stopSignals) process.off(each, stop);
      resolve(signal);
    };
    // Added before the others are removed: a pending signal is lost with its last listener.
    for (const signal of stopSignals) process.on(signal, stop);
    leaveSignals();
  });
}
