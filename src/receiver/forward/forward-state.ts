import { z } from "zod";

const targetHealthSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["unknown", "up"]), sinceMs: z.number() }),
  z.object({
    kind: z.literal("down"),
    /** Start of the outage, milliseconds since 1970. */
    sinceMs: z.number(),
    /** Latest reason, in a few words: `connection refused`. */
    reason: z.string(),
  }),
]);

/** Last known reachability of a target. */
export type TargetHealth = Readonly<z.infer<typeof targetHealthSchema>>;

const targetStateSchema = z.object({ target: z.string(), health: targetHealthSchema });

/** Target with its reachability. */
export type TargetState = Readonly<z.infer<typeof targetStateSchema>>;

export const forwardRuleStateSchema = targetStateSchema.extend({
  /** Text of the rule's filter. */
  where: z.string(),
});

/** Rule with the reachability of its target. */
export type ForwardRuleState = Readonly<z.infer<typeof forwardRuleStateSchema>>;

export const forwardStateSchema = targetStateSchema.extend({
  /** Number of attempts in progress. */
  sending: z.number(),
  /** Number of due deliveries with a waiting sender, waiting for a free place. */
  queued: z.number(),
  /** Number of other deliveries waiting for their next attempt, in memory or in the queue. */
  waiting: z.number(),
});

/** State of the forward of routes without a handler. */
export type ForwardState = Readonly<z.infer<typeof forwardStateSchema>>;
