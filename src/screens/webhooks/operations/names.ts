import { nameWebhook, readWebhookNames } from "../../../engine/webhook-names.ts";
import { report } from "../../../tui/report.ts";
import type { App } from "../../app.ts";
import { setWebhookView } from "../state/view.ts";

/** Shows the names of the webhooks, which a file of the data directory has. */
export function loadNames({ store, services }: App): void {
  try {
    store.dispatch(setWebhookView({ names: readWebhookNames(services.dataDir) }));
  } catch (error) {
    report(store, error);
  }
}

/** Names a webhook on this machine; an empty name removes its name. */
export function renameWebhook({ store, services }: App, id: string, name: string): void {
  store.dispatch(setWebhookView({ names: nameWebhook(services.dataDir, id, name) }));
}
