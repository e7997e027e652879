import { nameWebhook, readWebhookNames, type WebhookNames } from "../../../engine/webhook-names.ts";
import { report } from "../../../tui/report.ts";
import type { FeatureContext } from "../../context.ts";
import { setWebhookView } from "../../known-webhooks/view.ts";

export interface NameEffects {
  /** Names a webhook on this machine; an empty name removes its name. */
  nameWebhook(id: string, name: string): void;
  stop(): void;
}

/** Keeps the names of the webhooks in a file of the data directory. */
export function createNameEffects({ store, events, dataDir }: FeatureContext): NameEffects {
  const show = (names: WebhookNames): void => store.dispatch(setWebhookView({ names }));

  function load(): void {
    try {
      show(readWebhookNames(dataDir));
    } catch (error) {
      report(store, error);
    }
  }

  // The first frame does not wait for the file.
  events.ready.on(load);
  return {
    nameWebhook: (id, name) => show(nameWebhook(dataDir, id, name)),
    stop() {},
  };
}
