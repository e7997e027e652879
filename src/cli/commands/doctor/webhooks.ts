import process from "node:process";
import { checkWebhook } from "../../../checks/check-webhook.ts";
import type { WebhookFacts } from "../../../checks/facts.ts";
import { fixCommand } from "../../../checks/fix.ts";
import { openStore } from "../../../engine/stores.ts";
import { isHooklensError } from "../../../model/errors.ts";
import type { StoreLocation } from "../../../store/store.ts";
import { plural } from "../../../text/numbers.ts";
import type { Startup } from "../../command-line/command.ts";
import { chooseHub } from "../../settings/hub-choice.ts";
import { useHub } from "../use-hub.ts";
import { factsOfWebhooks } from "../webhooks/fact-sources.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";

/** Maximum failing webhooks with a finding of their own. */
const maxNamed = 5;

/**
 * Checks the webhooks of the hub. Without a reachable hub returns nothing: the check of the hub reports that.
 * @param location null if the data directory does not exist or cannot be used
 */
export async function checkAllWebhooks(
  { settings, output }: Pick<Startup, "settings" | "output">,
  location: StoreLocation | null,
): Promise<readonly Finding[]> {
  if (location === null) return [];
  try {
    if (chooseHub(settings, process.env).kind === "local" && !(await hasLocalHub(location))) return [];
    return await useHub({ settings, output }, async (hub) => {
      const facts = await factsOfWebhooks(settings, hub, await hub.client.listWebhooks());
      return findingsOf(facts);
    });
  } catch (error) {
    if (isHooklensError(error)) return [];
    throw error;
  }
}

async function hasLocalHub(location: StoreLocation): Promise<boolean> {
  const reader = await (await openStore(location)).openHubReader();
  reader?.close();
  return reader !== null;
}

function findingsOf(facts: readonly WebhookFacts[]): readonly Finding[] {
  const failing = facts.flatMap((each) => findingOf(each) ?? []);
  if (failing.length === 0) return [ok("webhooks", `${plural(facts.length, "webhook")}, no check fails`)];
  const more = failing.length - maxNamed;
  return [
    ...failing.slice(0, maxNamed),
    ...(more > 0
      ? [
          warn(
            "webhooks",
            plural(more, "more webhook fails", "more webhooks fail"),
            "Run hooklens webhooks check",
          ),
        ]
      : []),
  ];
}

/** Describes the first failed check of a webhook; null if none fails. */
function findingOf({ webhook, ...facts }: WebhookFacts): Finding | null {
  const failed = checkWebhook({ webhook, ...facts }).find(({ result }) => result === "failed");
  if (failed === undefined) return null;
  const fix =
    failed.fix === null ? `Run hooklens webhooks check ${webhook.id}` : fixCommand(failed.fix, webhook);
  // Disabling a webhook or stopping its receiver may be intended.
  const isMeant = (failed.id === "enabled" && !webhook.suspended) || failed.id === "receiver";
  const make = isMeant ? warn : fail;
  return make("webhooks", `${webhook.id}: ${failed.detail}`, fix);
}
