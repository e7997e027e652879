import type { App } from "../app.ts";
import type { AppState } from "../state/app-state.ts";
import type { Overlay } from "../state/overlays.ts";

/** Where a key means something. `always` even under a dialog; `list` on every list, unless the screen uses the key itself. */
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

/** One thing the app can do. Footer, help, palette and the README's table are made from these records and nothing else. */
export interface Command {
  readonly id: string;
  readonly scope: Scope;
  /** Canonical key names (`ctrl+d`, `esc`, `G`), the one to show first. */
  readonly keys: readonly string[];
  /** A sentence without a full stop, for help and palette. */
  readonly title: string;
  /** For the footer, one or two words; a command without it is not there. */
  readonly short?: string | ((state: AppState) => string);
  /** Why it can not be done now; null: it can. */
  readonly off?: (state: AppState) => string | null;
  readonly run: (app: App) => void | Promise<void>;
}
