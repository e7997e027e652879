import type { ReceiverChange } from "../model/receiver-settings.ts";
import type { FeatureContext } from "./context.ts";
import { sessionSlice } from "./session.ts";

/**
 * Changes settings of the receiver in the config file, and applies them to the receiver of this app. One that is
 * not connected starts with them; one of another process keeps its own.
 * @throws {HooklensError} nothing was changed
 */
export function changeReceiver(
  { store, services, receiver }: Pick<FeatureContext, "store" | "services" | "receiver">,
  change: ReceiverChange,
): Promise<void> {
  return receiver.change(change, async (setup) => {
    if (sessionSlice.get(store.get()).receiver.isOwn) await services().receiver?.setUp(setup);
  });
}
