import type { AcceptedSecrets } from "./secret.ts";

/** Receiver options that can change at run time. */
export interface ReceiverSetup {
  /** Secret of routes without their own; null opens these routes to everyone. */
  readonly secret: AcceptedSecrets;
  /** Route names under /webhooks/, besides routes of handlers. */
  readonly routes: readonly string[];
  /** Directory of handlers; null for none. */
  readonly handlersDir: string | null;
  /** Forward target of routes without a handler, as in `--forward`; null to only accept and log. */
  readonly forward: string | null;
}
