import type { Command } from "./commands/command.ts";
import type { ActivityWork } from "./effects/activity.ts";
import type { DeliveriesWork } from "./effects/deliveries.ts";
import type { JobsWork } from "./effects/jobs.ts";
import type { PoliciesWork } from "./effects/policies.ts";
import type { ReceiverWork } from "./effects/receiver.ts";
import type { WebhooksWork } from "./effects/webhooks.ts";
import type { AppState } from "./state/app-state.ts";
import type { Store } from "./store.ts";

/** What only the terminal can do; the screens know nothing of how. */
export interface TerminalActions {
  /** Gives the terminal back and ends with this exit code. */
  quit(exitCode: number): void;
  /** Ctrl+Z. */
  suspend(): void;
  /** Draws everything again. */
  redraw(): void;
  /** To the person's clipboard, through the terminal. */
  copy(text: string): void;
  /** Whether the wheel and clicks come to us. */
  mouse(on: boolean): void;
  /** Opens a text in the person's editor until that ends; the file's ending (`.json`) tells the editor what it is. A change is not read back. */
  view(text: string, ending: string): Promise<void>;
  /** Opens a file in the person's editor, at a line, counted from 1, until that ends. */
  edit(path: string, line: number): Promise<void>;
}

/** What a command works with. */
export interface App {
  readonly store: Store<AppState>;
  /** Every command there is. */
  readonly commands: readonly Command[];
  readonly webhooks: WebhooksWork;
  readonly deliveries: DeliveriesWork;
  readonly jobs: JobsWork;
  readonly policies: PoliciesWork;
  readonly activity: ActivityWork;
  readonly receiver: ReceiverWork;
  readonly terminal: TerminalActions;
  /** The secret of our own receiver, for the form of a webhook that points at it. */
  readonly receiverSecret: string | null;
}
