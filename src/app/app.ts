import type { Command } from "./commands/command.ts";
import type { ActivityActions } from "./effects/activity.ts";
import type { DeliveriesActions } from "./effects/deliveries.ts";
import type { JobsActions } from "./effects/jobs.ts";
import type { PoliciesActions } from "./effects/policies.ts";
import type { ReceiverActions } from "./effects/receiver.ts";
import type { WebhooksActions } from "./effects/webhooks.ts";
import type { Store } from "./store.ts";

/** Terminal operations that commands may call; `src/tui` implements them. */
export interface TerminalActions {
  /** Restores the terminal and exits with this code. */
  quit(exitCode: number): void;
  /** Suspends the process (Ctrl+Z). */
  suspend(): void;
  /** Redraws every cell. */
  redraw(): void;
  /** Copies text to the clipboard through the terminal. */
  copy(text: string): void;
  /** Turns mouse reporting on or off. */
  mouse(on: boolean): void;
  /**
   * Opens text in the user's editor and resolves when the editor exits; changes are discarded. The extension
   * (`.json`) selects the editor's file type.
   */
  view(text: string, ending: string): Promise<void>;
  /** Opens a file in the user's editor at a line (from 1) and resolves when the editor exits. */
  edit(path: string, line: number): Promise<void>;
}

/** Context passed to every command. */
export interface App {
  readonly store: Store;
  readonly commands: readonly Command[];
  readonly webhooks: WebhooksActions;
  readonly deliveries: DeliveriesActions;
  readonly jobs: JobsActions;
  readonly policies: PoliciesActions;
  readonly activity: ActivityActions;
  readonly receiver: ReceiverActions;
  readonly terminal: TerminalActions;
  /** Secret of this app's receiver, prefilled in the form of a webhook that sends to it. */
  readonly receiverSecret: string | null;
}
