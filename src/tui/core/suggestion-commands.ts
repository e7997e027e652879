import { openSuggestions } from "../focus.ts";
import { act, actInField } from "../records/acts.ts";
import { type App, type Command, internal } from "../records/command.ts";
import type { SuggestionList } from "../records/screen.ts";
import type { Action } from "../state/slice.ts";

/** Returns a function that runs an action on the open suggestions. */
function withList(actionOf: (list: SuggestionList, argument?: string) => Action) {
  return ({ store, registry }: App, argument?: string) => {
    const list = openSuggestions(registry, store.get());
    if (list !== null) store.dispatch(actionOf(list, argument));
  };
}

/** Returns a function that takes a suggestion. */
function taking(indexOf: (list: SuggestionList, argument?: string) => number) {
  return ({ store, registry, run }: App, argument?: string) => {
    const list = openSuggestions(registry, store.get());
    if (list === null) return;
    store.dispatch(list.take(indexOf(list, argument)));
    if (list.thenRun !== undefined) run(list.thenRun);
  };
}

/** Commands of the suggestions below a field. After the last one, the selection returns to the typed text. */
export const suggestionCommands: readonly Command[] = [
  {
    id: "suggestions.next",
    scope: "suggestions",
    ...actInField("down", "nextSuggestion"),
    title: "Choose the next suggestion",
    footerLabel: "choose",
    run: withList(({ chosen, count, choose }) =>
      choose(chosen === null ? 0 : chosen + 1 < count ? chosen + 1 : null),
    ),
  },
  {
    id: "suggestions.previous",
    scope: "suggestions",
    ...actInField("up", "previousSuggestion"),
    title: "Choose the previous suggestion",
    run: withList(({ chosen, count, choose }) =>
      choose(chosen === null ? count - 1 : chosen > 0 ? chosen - 1 : null),
    ),
  },
  {
    id: "suggestions.close",
    scope: "suggestions",
    ...act("back"),
    title: "Close the suggestions",
    footerLabel: "close",
    run: withList(({ close }) => close()),
  },
  {
    id: "suggestions.take",
    scope: "suggestion",
    ...act("open", "nextPane"),
    title: "Take the chosen suggestion",
    footerLabel: "take",
    run: taking(({ chosen }) => chosen ?? 0),
  },
  {
    id: "suggestions.pick",
    scope: internal,
    keys: [],
    title: "Take a suggestion",
    run: taking((_, index) => Number(index)),
  },
];
