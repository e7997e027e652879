import { act } from "../records/acts.ts";
import type { Command } from "../records/command.ts";
import { zoomed } from "../state/layout.ts";
import type { Action } from "../state/slice.ts";

/**
 * Creates the command that returns from the detail of a screen to its list.
 * @param focusList action that focuses the list
 */
export function backToList(
  { id, scope, screen }: { readonly id: string; readonly scope: string; readonly screen: string },
  focusList: () => Action,
): Command {
  return {
    id,
    scope,
    ...act("back", "leave"),
    title: "Return to the list",
    footerLabel: "back",
    run({ store }) {
      store.dispatch(focusList());
      store.dispatch(zoomed(screen, 0));
    },
  };
}
