import process from "node:process";

/** Exit codes of commands that a signal ends: 128 plus the number of the signal, as in shells. */
export const signalExitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
export type StopSignal = keyof typeof signalExitCodes;

const stopSignals: readonly StopSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];

function exit(signal: StopSignal): never {
  process.exit(signalExitCodes[signal]);
}

/** Installs handlers that exit with the code of the signal. Databases and roles need no cleanup. */
export function exitOnSignals(): void {
  for (const signal of stopSignals) process.on(signal, exit);
}

/** Removes the handlers of `exitOnSignals`. */
export function leaveSignals(): void {
  for (const signal of stopSignals) process.off(signal, exit);
}

/** Resolves with the first stop signal and replaces `exitOnSignals`. A second signal exits at once. */
export function nextStopSignal(): Promise<StopSignal> {
  return new Promise((resolve) => {
    const stop = (signal: StopSignal): void => {
      exitOnSignals();
      for (const each of stopSignals) process.off(each, stop);
      resolve(signal);
    };
    // Added before the others are removed: without any listener a pending signal would be lost.
    for (const signal of stopSignals) process.on(signal, stop);
    leaveSignals();
  });
}
