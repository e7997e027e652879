import { z } from "zod";

/** Schema of the state of a handler. */
export const handlerStateSchema = z.object({
  route: z.string(),
  /** File name in the directory. */
  file: z.string(),
  /** Problem of the last saved version, in one line; null if there is none. */
  error: z.string().nullable(),
  /**
   * True if a version handles deliveries; after an error the previous one does. False while deliveries fail
   * or wait for a load.
   */
  ready: z.boolean(),
  /** Time at which the version that handles deliveries was loaded; null without one, and for a program. */
  readyAt: z.string().nullable(),
  /** Number of saved versions that were loaded or refused, with the first one. */
  loads: z.number(),
});
export type HandlerState = Readonly<z.infer<typeof handlerStateSchema>>;
