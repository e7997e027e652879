import type { DeliveryDetail } from "../model/delivery.ts";
import { isKnownEvent } from "../model/event.ts";
import { shellWord } from "../text/shell-word.ts";
import { type CommandOptions, dataDirWords } from "./sent-request.ts";

/**
 * Returns the command that triggers the event of a delivery again on a local hub, with the logged payload. Null
 * without a known event.
 */
export function triggerCommand(
  { seq, event, repo }: Pick<DeliveryDetail, "seq" | "event" | "repo">,
  { dataDir }: Pick<CommandOptions, "dataDir"> = {},
): string | null {
  if (event === null || repo === null || !isKnownEvent(event)) return null;
  const name = shellWord(`${repo.type}:${repo.name}`);
  return `hooklens trigger ${event.scope}.${event.action} --repo ${name} --from ${seq}${dataDirWords(dataDir)}`;
}
