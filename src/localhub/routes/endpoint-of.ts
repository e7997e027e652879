import type { Context } from "hono";

/** The hub's address as who asks reached it, without a trailing slash: answers and payloads begin with it. */
export function endpointOf(context: Context): string {
  return new URL(context.req.url).origin;
}
