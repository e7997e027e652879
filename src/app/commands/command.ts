import type { App } from "../app.ts";
import type { AppState } from "../slice.ts";
import type { Overlay } from "../state/overlays.ts";

/**
 * Context in which a command's keys work. `always` includes dialogs; `list` applies to every list unless the
 * screen binds the key itself.
 */
export type Scope =
  | "always"
  | "global"
  | "list"
  | "webhooks"
  | "deliveries"
  | "detail"
  | "policies"
  | "policy"
  | "name-filter"
  | "jobs"
  | "job-log"
  | "filter"
  | Overlay["kind"];

/** A command of the app. The footer, help, palette and docs/keys.md are generated from these records. */
export interface Command {
  readonly id: string;
  readonly scope: Scope;
  /** Canonical key names (`ctrl+d`, `esc`, `G`); the interface shows the first. */
  readonly keys: readonly string[];
  /** Title in help and palette: imperative, without a full stop. */
  readonly title: string;
  /** Label in the footer, one or two words; commands without it are not in the footer. */
  readonly footerLabel?: string | ((state: AppState) => string);
  /** Returns why the command is disabled; null if it is enabled. */
  readonly disabledReason?: (state: AppState) => string | null;
  readonly run: (app: App) => void | Promise<void>;
}
