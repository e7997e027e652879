import { z } from "zod";

/** Schema of the receiver options that can change at run time: the body of `POST /setup`. */
export const receiverSetupSchema = z.strictObject({
  /** Secret of routes without their own; null opens these routes to everyone. */
  secret: z.union([z.string(), z.array(z.string()).readonly()]).nullable(),
  /** Route names under /webhooks/, besides routes of handlers. */
  routes: z.array(z.string()).readonly(),
  /** Directory of handlers; null for none. */
  handlersDir: z.string().nullable(),
  /** Forward target of routes without a handler, as in `--forward`; null to only accept and log. */
  forward: z.string().nullable(),
});
export type ReceiverSetup = Readonly<z.infer<typeof receiverSetupSchema>>;
