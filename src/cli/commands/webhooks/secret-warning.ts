import { connectReceiver } from "../../../engine/control/client.ts";
import { receiverFacts } from "../../../engine/receiver-facts.ts";
import { currentHolder } from "../../../engine/roles/find-role.ts";
import { tunnelUrls } from "../../../engine/url-history.ts";
import { acceptedSecrets, secretsToCheck } from "../../../engine/webhook-facts.ts";
import { isHooklensError } from "../../../model/errors.ts";
import type { Webhook } from "../../../model/webhook.ts";
import type { StoreLocation } from "../../../store/store.ts";
import { shellLine } from "../../../text/shell-word.ts";
import type { Output } from "../../output/output.ts";

/** Warns if a webhook sends to the running receiver, and the receiver refuses its secret. */
export async function warnOfRefusedSecret(
  webhook: Webhook,
  location: StoreLocation,
  output: Pick<Output, "logger">,
): Promise<void> {
  if (!(await isRefused(webhook, location))) return;
  const problem = webhook.secret
    ? "does not accept the secret of this webhook"
    : "requires a secret, and this webhook has none";
  const command = shellLine(["hooklens", "webhooks", "update", webhook.id, "--secret", "-"]);
  output.logger.warn(
    `the receiver ${problem}, so it will refuse what the webhook sends. Set it with ${command}`,
  );
}

async function isRefused(webhook: Webhook, location: StoreLocation): Promise<boolean> {
  try {
    const running = await currentHolder(location, "receiver");
    if (running === null) return false;
    const control = connectReceiver(running);
    const facts = receiverFacts(await control.state(), await tunnelUrls(location.dataDir).read());
    const accepted = await acceptedSecrets(control, secretsToCheck([webhook], facts));
    return accepted.get(webhook.id) === false;
  } catch (error) {
    // The webhook exists, and `webhooks check` reports an unreachable receiver.
    if (isHooklensError(error)) return false;
    throw error;
  }
}
