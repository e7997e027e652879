import { showMessage } from "../../tui/state/messages.ts";
import { receiverNow, type FeatureContext } from "../context.ts";
import { setDeliveries } from "./state.ts";

export interface ReplayEffects {
  /** Replays a delivery to its route or to a URL. Resolves to a function that shows the result. */
  replay(seq: number, url?: string): Promise<() => void>;
}

export function createReplayEffects({ store, services }: FeatureContext): ReplayEffects {
  return {
    async replay(seq, url) {
      const result = await receiverNow(services).replay(seq, url);
      if (url !== undefined) store.dispatch(setDeliveries({ lastReplayUrl: url }));
      const outcome =
        result.outcome === "pending"
          ? "forwarding"
          : (result.error ?? (result.status === null ? result.outcome : String(result.status)));
      const failed = result.outcome === "failed" || result.outcome === "rejected";
      const text = `Replayed #${seq} as #${result.seq}: ${outcome}`;
      return () => showMessage(store, failed ? "error" : "ok", failed ? `${text}.` : text);
    },
  };
}
