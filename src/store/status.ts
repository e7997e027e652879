import { z } from "zod";

/** Schema of the condition of a store on other machines, as this process last saw it. */
export const storeStatusSchema = z.object({
  /** Scheme of `--store`. */
  kind: z.string(),
  /** Address without credentials. */
  address: z.string(),
  /** Name of the log on the server. */
  name: z.string(),
  connected: z.boolean(),
  /** Time of the last change of `connected`, in milliseconds since 1970. */
  sinceMs: z.number(),
  /** Name of the server of the last connection; null if there was none. */
  server: z.string().nullable(),
  /** Name of its cluster; null if it has none. */
  cluster: z.string().nullable(),
  version: z.string().nullable(),
  /** Replicas of the log: up-to-date and configured ones; null while unknown. */
  replicas: z.object({ current: z.number(), of: z.number() }).nullable(),
  /** False if the account may only read the log. */
  isWritable: z.boolean(),
  /** Forwards in the queue, and the number of them at which the queue stalls, if there is one; null while unknown. */
  forwards: z.object({ waiting: z.number(), limit: z.number().nullable() }).nullable(),
  /**
   * Deliveries in the log for at least a second and missing in this data directory; null if this process does not
   * follow the log.
   */
  lag: z.number().nullable(),
  /** Progress of the first reading of the log, in deliveries; null once it is complete. */
  catchUp: z.object({ done: z.number(), of: z.number() }).nullable(),
  /** Losses that a 2xx survives here, and why: a sentence without its period. */
  guarantee: z.string(),
});
export type StoreStatus = Readonly<z.infer<typeof storeStatusSchema>>;
