import type { App } from "../app.ts";
import { report } from "../effects/report.ts";
import { showMessage } from "../state/messages.ts";
import type { Command } from "./command.ts";

/** Runs a command, or shows why it is disabled. Errors are shown, not thrown. */
export function runCommand(app: App, command: Command): void {
  const why = command.disabledReason?.(app.store.get()) ?? null;
  if (why !== null) {
    showMessage(app.store, "warn", `${why.charAt(0).toUpperCase()}${why.slice(1)}.`);
    return;
  }
  Promise.try(() => command.run(app)).catch((error: unknown) => report(app.store, error));
}
