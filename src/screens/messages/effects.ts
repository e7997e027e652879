import { messagesSlice } from "../../tui/state/messages.ts";
import { navSlice } from "../../tui/state/nav.ts";
import { noTextFilter } from "../../tui/text-filter.ts";
import type { FeatureContext } from "../context.ts";
import { historyOpened, messagesSeen, setHistory, shownMessages, unseenErrors } from "./state.ts";

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
      const error = unseenErrors(store.get()).at(-1) ?? null;
      store.batch(() => {
        // The count in the tabs leads to an error that an earlier filter hides, too.
        if (error !== null && !shownMessages(store.get()).includes(error))
          store.dispatch(setHistory(noTextFilter));
        store.dispatch(historyOpened(newestId(), error?.id ?? null));
      });
      const { screen } = navSlice.get(store.get());
      unsubscribe = store.subscribe(() => {
        if (navSlice.get(store.get()).screen === screen) store.dispatch(messagesSeen(newestId()));
        else unsubscribe();
      });
    },
    stop: () => unsubscribe(),
  };
}
