import { act, actInField } from "../records/acts.ts";
import type { Command } from "../records/command.ts";
import type { Action, AppState } from "../state/slice.ts";
import { textField } from "../text-field.ts";
import { noTextFilter, type TextFilter } from "../text-filter.ts";

/** List that a text filters. */
export interface FilteredList {
  /** Scope of the list, named after its rows: `messages`. */
  readonly scope: string;
  /** Scope of the filter line. */
  readonly lineScope: string;
  /** Part of a row that is searched: `name`. */
  readonly by: string;
  /** True if another command of the list on Esc also clears the filter. */
  readonly isClearedElsewhere?: true;
  get(state: AppState): TextFilter;
  /** Returns true if there is nothing to filter. */
  isEmpty(state: AppState): boolean;
  put(filter: Partial<TextFilter>): Action;
  /** Shows the pane of the list before editing; absent if no other pane covers it. */
  show?(): Action;
  /** Ends the editing, and selects a visible row. */
  applied(state: AppState): Action;
}

/** Creates the commands of a list's filter. */
export function textFilterCommands(list: FilteredList): readonly Command[] {
  const { scope, lineScope } = list;
  return [
    {
      id: `${scope}.filter`,
      scope,
      ...act("filter"),
      title: `Filter ${scope} by ${list.by}`,
      footerLabel: "filter",
      disabledReason: (state) => (list.isEmpty(state) ? `there are no ${scope}` : null),
      run({ store }) {
        if (list.show !== undefined) store.dispatch(list.show());
        store.dispatch(list.put({ editingFilter: true }));
      },
    },
    ...(list.isClearedElsewhere ? [] : [clearCommand(list)]),
    {
      id: `${lineScope}.done`,
      scope: lineScope,
      ...actInField("open", "down"),
      title: "Apply the filter",
      footerLabel: "apply",
      run: ({ store }) => store.dispatch(list.applied(store.get())),
    },
    {
      id: `${lineScope}.clear`,
      scope: lineScope,
      ...act("back"),
      title: "Clear the filter",
      footerLabel: "clear",
      run: ({ store }) => store.dispatch(list.put(noTextFilter)),
    },
  ];
}

function clearCommand(list: FilteredList): Command {
  return {
    id: `${list.scope}.clear-filter`,
    scope: list.scope,
    ...act("back"),
    title: "Clear the filter",
    disabledReason: (state) => (list.get(state).filter.value === "" ? "no filter is set" : null),
    run: ({ store }) => store.dispatch(list.put({ filter: textField() })),
  };
}
