import { type MessageOptions, showMessage, topicEnded } from "../../tui/state/messages.ts";
import type { Store } from "../../tui/state/store.ts";

const topic = "policy-change";

/** Says what was done to a policy or its review. The words about an earlier change, which `undo` no longer means, go. */
export function showDone(store: Store, text: string, options: Pick<MessageOptions, "durationMs"> = {}): void {
  store.batch(() => {
    store.dispatch(topicEnded(topic));
    showMessage(store, "ok", text, { ...options, topic });
  });
}
