import type { Context } from "hono";

/** Address of the hub as the client reached it, without a trailing slash; URLs in responses and payloads start with it. */
export function endpointOf(context: Context): string {
  return new URL(context.req.url).origin;
}
