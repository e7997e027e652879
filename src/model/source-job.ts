import type { Webhook } from "./webhook.ts";

/** Returns the ID of the source Job; empty without a Job, or if the hub omits the ID. */
export function jobIdOf({ job }: Pick<Webhook, "job">): string {
  const id = job?.["id"];
  return typeof id === "string" ? id : "";
}
