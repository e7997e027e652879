import { type MessageOptions, showMessage, topicEnded } from "../../../tui/state/messages.ts";
import type { Store } from "../../../tui/state/store.ts";
import { setPolicies } from "../state/policies.ts";

const topic = "policy-change";

/**
 * Says what was done to a policy or its review. The words about an earlier change, which `undo` no longer means, and about
 * the open item that `n` led to, go.
 */
export function showDone(store: Store, text: string, options: Pick<MessageOptions, "durationMs"> = {}): void {
  store.batch(() => {
    endDone(store);
    store.dispatch(setPolicies({ openCell: null }));
    showMessage(store, "ok", text, { ...options, topic });
  });
}

/** Ends what `showDone` said, for what another key shows in the status line. */
export function endDone(store: Store): void {
  store.dispatch(topicEnded(topic));
}
