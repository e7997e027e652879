import { messagesSlice } from "../../tui/state/messages.ts";
import { navSlice } from "../../tui/state/nav.ts";
import type { FeatureContext } from "../context.ts";
import { historyOpened, messagesSeen } from "./state.ts";

export interface MessagesEffects {
  /** Marks messages as seen until another screen is visible. */
  watch(): void;
  stop(): void;
}

export function createMessagesEffects({ store }: FeatureContext): MessagesEffects {
  let unsubscribe = () => {};
  const newestId = () => messagesSlice.get(store.get()).history.at(-1)?.id ?? 0;
  return {
    watch() {
      unsubscribe();
      store.dispatch(historyOpened(newestId()));
      const { screen } = navSlice.get(store.get());
      unsubscribe = store.subscribe(() => {
        if (navSlice.get(store.get()).screen === screen) store.dispatch(messagesSeen(newestId()));
        else unsubscribe();
      });
    },
    stop: () => unsubscribe(),
  };
}
