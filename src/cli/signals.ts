import process from "node:process";

/** What a command ends with on a signal: 128 and the signal's number, as shells count. */
export const signalExitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
export type StopSignal = keyof typeof signalExitCodes;

const stopSignals: readonly StopSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];

function exit(signal: StopSignal): never {
  process.exit(signalExitCodes[signal]);
}

/** Ends the process at a signal, with the code of that signal. What a command has open (a database, a role) is made to survive that. */
export function exitOnSignals(): void {
  for (const signal of stopSignals) process.on(signal, exit);
}

/** Leaves signals alone, for a command that ends in an orderly way of its own. */
export function leaveSignals(): void {
  for (const signal of stopSignals) process.off(signal, exit);
}

/** Resolves with the first signal that asks to stop. A second one, from somebody who does not want to wait, ends the process at once. */
export function nextStopSignal(): Promise<StopSignal> {
  return new Promise((resolve) => {
    const stop = (signal: StopSignal): void => {
      exitOnSignals();
      for (const each of stopSignals) process.off(each, stop);
      resolve(signal);
    };
    // Listening first: a signal that has come while nothing was read from the system is lost when its last listener goes.
    for (const signal of stopSignals) process.on(signal, stop);
    leaveSignals();
  });
}
