import { z } from "zod";
import type { WireError } from "./error-wire.ts";
import { errorExitCodes } from "./errors.ts";

/** Schema of an error from another process. Kept apart from the type: threads pass errors without a check. */
export const wireErrorSchema: z.ZodType<WireError> = z.union([
  z.object({
    code: z.string(),
    exitCode: z.literal(errorExitCodes),
    what: z.string(),
    why: z.string().optional(),
    hint: z.string().optional(),
  }),
  z.object({ code: z.literal("bug"), what: z.string(), stack: z.string() }),
]);
