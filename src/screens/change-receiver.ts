import type { ReceiverChange } from "../model/receiver-settings.ts";
import type { App } from "./app.ts";
import { sessionSlice } from "./connection-state.ts";

/**
 * Changes receiver settings in the config file, and applies them to the receiver of this app. An unconnected receiver
 * starts with them; another process keeps its own.
 * @throws {HooklensError} nothing was changed
 */
export function changeReceiver(
  { store, services }: Pick<App, "store" | "services">,
  change: ReceiverChange,
): Promise<void> {
  return services.receiverConfig.change(change, async (setup) => {
    if (sessionSlice.get(store.get()).receiver.isOwn) await services.receiver?.setUp(setup);
  });
}
