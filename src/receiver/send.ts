import type { Attempt } from "../model/delivery.ts";
import type { Outgoing } from "./exchange.ts";
import { post } from "./post.ts";

/** How long one try may take in all. */
const sendTimeoutMs = 10_000;

/**
 * POSTs once, on a connection of its own: any answer is an answer, a redirect too, which is not followed. Never rejects for what the
 * target or the network does; that is the attempt's `error`.
 * @param signal gives up on it early
 */
export async function send(
  outgoing: Outgoing,
  signal?: AbortSignal,
  timeoutMs = sendTimeoutMs,
): Promise<Attempt> {
  const { attempt } = await post(outgoing, { timeoutMs, signal });
  return attempt;
}
