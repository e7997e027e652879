import type { Coalesced } from "../../async/coalesce.ts";
import type { TextField } from "../../tui/text-field.ts";
import type { App, Command } from "../app.ts";

/** Running part of the Webhooks screen. */
export interface WebhooksRunning {
  /** Refreshes the list and the state of the hub. */
  readonly load: Coalesced;
  /** Loads the changed activities of the webhooks. */
  readonly loadActivities: Coalesced;
  /** Reads the activity of the selected webhook. */
  readonly loadActivity: Coalesced;
  /** Runs the checks of the open dialog, and shows each result as soon as it is known. */
  readonly runChecks: Coalesced;
  /** Keeps the text of the open form in a file. */
  readonly draft: FormDraftFile;
  /** Fills in the empty fields of an opened blank form when their values are known. */
  fillIn(form: BlankFields): void;
  /** Ends the run of many triggers. */
  triggers: AbortController;
  /** Aborted when the app ends. */
  readonly stopped: AbortSignal;
  stop(): void;
}

/** Fields of a blank form as they were filled in. */
export interface BlankFields {
  readonly url: TextField;
  readonly secret: TextField;
}

/** File with the text of the open form. */
export interface FormDraftFile {
  keep(): void;
  /** Runs a step after the earlier ones, so that a discarded file is not rewritten. */
  queue(step: () => void | Promise<void>): void;
}

export type WebhooksApp = App<WebhooksRunning>;
export type WebhooksCommand = Command<WebhooksRunning>;
