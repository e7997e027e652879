import type { ReceiverState } from "../../engine/client.ts";
import { showMessage, topicEnded } from "../../tui/state/messages.ts";
import type { Store } from "../../tui/state/store.ts";

type HandlerState = ReceiverState["handlers"][number];

/** Says of each handler that was saved whether its new version runs. */
export function showHandlerNews(
  store: Store,
  before: readonly HandlerState[],
  after: readonly HandlerState[],
): void {
  for (const { route, file, loads, error, ready } of after) {
    const known = before.find((one) => one.route === route)?.loads ?? 0;
    if (loads === known) continue;
    const topic = `handler ${route}`;
    store.dispatch(topicEnded(topic));
    if (error === null) showMessage(store, "ok", `${file} ${known === 0 ? "loaded" : "reloaded"}`, { topic });
    else {
      const meanwhile = ready ? "The previous version runs." : "Its deliveries fail.";
      showMessage(store, "error", `${file} is broken: ${error}. ${meanwhile}`, { topic });
    }
  }
}
