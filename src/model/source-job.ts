import type { Webhook } from "./webhook.ts";

/** Returns the ID of the source Job; empty if there is none, or the hub does not return it. */
export function jobIdOf({ job }: Pick<Webhook, "job">): string {
  const id = job?.["id"];
  return typeof id === "string" ? id : "";
}
