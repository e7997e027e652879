import { z } from "zod";
import { editedRequestSchema } from "../../model/edited-request.ts";
import { wireErrorSchema } from "../../model/error-wire-schema.ts";

/** Body of `POST /replay`. */
export const replaySchema = z.strictObject({
  seq: z.int().positive(),
  to: z.string().optional(),
  withSecret: z.boolean().optional(),
  edit: editedRequestSchema.optional(),
  onlyOpen: z.boolean().optional(),
});

/** Body of `POST /prune`. Rejects unknown criteria: without them, more deliveries would be removed. */
export const pruneSchema = z.strictObject({
  beforeMs: z.number().nullable(),
  maxBytes: z.number().min(0).nullable(),
  dryRun: z.boolean(),
});

/** Body of `POST /import`. */
export const importSchema = z.strictObject({ file: z.string() });

/** Body of `POST /tunnel/open`; the response is the state of the tunnel. */
export const openTunnelSchema = z.strictObject({ choice: z.string().optional() });

/** Body of `POST /forward`. */
export const forwardSchema = z.strictObject({ target: z.string().nullable() });

/** Body of `POST /forward/hold`. */
export const holdSchema = z.strictObject({ held: z.boolean() });

/** Body of `POST /forward/retry` and `POST /forward/drop`; null for all that wait. */
export const waitingSchema = z.strictObject({ seqs: z.array(z.int().positive()).nullable() });

/** Response of `POST /forward/retry` and `POST /forward/drop`: the number of changed deliveries. */
export const changedSchema = z.object({ deliveries: z.number() });

/** Body of `POST /secret/check`: values of the header by route; null for a request without it. */
export const checkSecretsSchema = z.strictObject({
  checks: z.array(
    z.strictObject({ route: z.string(), secret: z.string().nullable(), inQuery: z.string().nullable() }),
  ),
});

/** Response of `POST /secret/check`, in the order of the checks. */
export const acceptedSchema = z.object({ accepted: z.array(z.boolean()) });

/** Empty response of a completed request. */
export const doneSchema = z.object({});

/** Response of a failed request. */
export const failureSchema = z.object({ error: wireErrorSchema });
