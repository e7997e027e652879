import type { AcceptedSecrets } from "./secret.ts";

/** Options of a receiver that can be changed while it runs. */
export interface ReceiverSetup {
  /** Secret of routes without their own; null opens these routes to everyone. */
  readonly secret: AcceptedSecrets;
  /** Names of routes under /webhooks/, besides those of handlers. */
  readonly routes: readonly string[];
  /** Directory of handlers; null for none. */
  readonly handlersDir: string | null;
  /** Target of routes without a handler, as a value of `--forward`; null if they only accept and log. */
  readonly forward: string | null;
}
