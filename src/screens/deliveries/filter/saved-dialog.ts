import {
  type SavedFilters,
  type SavedFiltersChange,
  savedFilterName,
  savedText,
} from "../../../model/saved-filters.ts";
import { line, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { type FormState, untouched } from "../../../tui/dialogs/form.ts";
import { dialogRows, listBox } from "../../../tui/dialogs/list-box.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { type ListView, viewList } from "../../../tui/list.ts";
import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import type { Dialog } from "../../../tui/records/screen.ts";
import { report } from "../../../tui/report.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { closeDialog, dialogKind } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import type { App, Command, Form } from "../../app.ts";
import { savedFiltersChanged, savedFiltersSlice } from "../../saved-filters.ts";
import { deliveriesSlice, filterReplaced } from "../state/deliveries.ts";

/** List of the saved filters. */
export interface SavedList {
  readonly kind: "saved-filters";
  readonly view: ListView;
}

/** Form of the name of a filter. */
export interface NameForm extends FormState {
  readonly kind: "filter-name";
  readonly name: TextField;
  /** Text of the filter that is saved. */
  readonly text: string;
  /** Name of the filter being renamed; null for a new one. */
  readonly renamed: string | null;
}

const listKind = dialogKind<SavedList>("saved-filters");
const nameKind = dialogKind<NameForm>("filter-name");
const nameColumns = 16;
/** Number of filters with a digit. */
const digits = 9;

function savedOf(state: AppState): SavedFilters {
  return savedFiltersSlice.get(state).filters;
}

function selectedName(state: AppState): string | null {
  const open = listKind.find(state);
  return open === null ? null : (Object.keys(savedOf(state))[open.view.selected] ?? null);
}

export const savedFiltersDialog: Dialog<SavedList> = {
  kind: "saved-filters",
  helpTitle: "Saved filters",
  hasListKeys: true,
  list: (state, open) =>
    viewList(open.view, Object.keys(savedOf(state)).length, dialogRows(state), (view) =>
      listKind.put({ ...open, view }),
    ),
  box: (state, { view }, registry) =>
    listBox(state, {
      title: v`Saved filters`,
      rows: Object.entries(savedOf(state)).map(([name, text], index) =>
        line(
          span(v`${index < digits ? index + 1 : " "} `, "accent"),
          span(v`${name.padEnd(nameColumns)} `),
          span(v`${text}`, "muted"),
        ),
      ),
      view,
      empty: v`No filter is saved. ${keyOf(registry, "deliveries.save-filter")} on the list saves its filter.`,
    }),
};

const nameForm: Form<NameForm> = {
  kind: nameKind,
  id: "filter-name",
  inputs: [
    {
      type: "text",
      name: "name",
      label: v`Name`,
      placeholder: v`broken; filters include it as @broken`,
      get: ({ name }) => name,
      put: (open, name) => ({ ...open, name }),
      check: ({ name }) =>
        savedFilterName.test(name.value.trim())
          ? null
          : "A name consists of up to 40 letters, digits, _, . and -.",
    },
  ],
  async submit({ name: { value }, text, renamed }, app) {
    const name = value.trim();
    const isKnown = savedText(savedOf(app.store.get()), name) !== null;
    return () => {
      if (renamed !== null) {
        changeSaved(
          app,
          { kind: "rename", from: renamed, to: name },
          `Renamed the filter @${renamed} to @${name}`,
        );
      } else {
        changeSaved(
          app,
          { kind: "save", name, text },
          `${isKnown ? "Replaced" : "Saved"} the filter @${name}`,
        );
      }
    };
  },
};

export const filterNameDialog = createFormDialog(nameForm, {
  helpTitle: "Name of a filter",
  title: ({ renamed, text }) =>
    renamed === null ? v`Save the filter ${text}` : v`Rename the filter @${renamed}`,
  about: () => [line(span(v`Saved in the config file. Replaces a filter of the same name.`, "muted"))],
  busyText: v`Saving…`,
  submit: { title: "Save the name", ...act("open", "save"), footerLabel: "save" },
});

/** Commands that list, apply and save filters. */
export const savedFilterCommands: readonly Command[] = [
  {
    id: "deliveries.saved-filters",
    scope: "deliveries",
    ...act("saved"),
    title: "Choose a saved filter",
    run: ({ store }) =>
      store.dispatch(listKind.open({ kind: "saved-filters", view: { selected: 0, top: 0 } })),
  },
  {
    id: "deliveries.save-filter",
    scope: "deliveries",
    ...act("save"),
    title: "Save the filter",
    disabledReason: whyNotSaved,
    run: openNameForm,
  },
  {
    id: "filter.save",
    scope: "filter",
    ...act("save"),
    title: "Save the typed filter",
    disabledReason: whyNotSaved,
    run: openNameForm,
  },
  {
    id: "deliveries.apply-saved",
    scope: internal,
    keys: [],
    title: "Apply a saved filter",
    run: ({ store }, name = "") => store.dispatch(filterReplaced(`@${name}`)),
  },
];

/** Commands of the list of saved filters. */
export const savedListCommands: readonly Command[] = [
  {
    id: "saved-filters.apply",
    scope: "saved-filters",
    ...act("open"),
    title: "Apply the saved filter",
    footerLabel: "apply",
    disabledReason: requireSaved,
    run: (context) => apply(context, selectedName(context.store.get())),
  },
  ...Array.from({ length: digits }, (_, index): Command => ({
    id: `saved-filters.apply-${index + 1}`,
    scope: "saved-filters",
    acts: ["nth"],
    keys: [`${index + 1}`],
    title: `Apply saved filter ${index + 1}`,
    disabledReason: (state) =>
      index < Object.keys(savedOf(state)).length ? null : "fewer filters are saved",
    run: (context) => apply(context, Object.keys(savedOf(context.store.get()))[index] ?? null),
  })),
  {
    id: "saved-filters.rename",
    scope: "saved-filters",
    ...act("edit"),
    title: "Rename the saved filter",
    footerLabel: "rename",
    disabledReason: requireSaved,
    run({ store }) {
      const renamed = selectedName(store.get());
      if (renamed === null) return;
      const text = savedText(savedOf(store.get()), renamed) ?? "";
      store.dispatch(nameKind.open(formOf(text, renamed)));
    },
  },
  {
    id: "saved-filters.delete",
    scope: "saved-filters",
    ...act("delete"),
    title: "Delete the saved filter",
    footerLabel: "delete",
    disabledReason: requireSaved,
    run(app) {
      const { store } = app;
      const name = selectedName(store.get());
      if (name === null) return;
      const text = savedText(savedOf(store.get()), name) ?? "";
      changeSaved(app, { kind: "delete", name }, `Deleted the filter @${name}: ${text}`);
      listKind.change(store, (open) => ({
        ...open,
        view: {
          ...open.view,
          selected: Math.max(0, Math.min(open.view.selected, Object.keys(savedOf(store.get())).length - 1)),
        },
      }));
    },
  },
  {
    id: "saved-filters.close",
    scope: "saved-filters",
    ...act("back", "leave"),
    title: "Close the saved filters",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];

/** Changes the saved filters, here and in the config file, and shows a message when the file is written. */
function changeSaved(
  { store, services: { savedFilters } }: App,
  change: SavedFiltersChange,
  message: string,
): void {
  store.dispatch(savedFiltersChanged(change));
  savedFilters
    .change(change)
    .then(() => showMessage(store, "ok", message))
    .catch((error: unknown) => report(store, error));
}

function apply({ store }: App, name: string | null): void {
  store.dispatch(closeDialog());
  if (name !== null) store.dispatch(filterReplaced(`@${name}`));
}

function openNameForm({ store }: App): void {
  store.dispatch(nameKind.open(formOf(deliveriesSlice.get(store.get()).field.value.trim(), null)));
}

function formOf(text: string, renamed: string | null): NameForm {
  return { ...untouched, kind: "filter-name", focus: "name", name: textField(renamed ?? ""), text, renamed };
}

function requireSaved(state: AppState): string | null {
  return selectedName(state) === null ? "no filter is saved" : null;
}

/** Returns the reason why the filter cannot be saved, or null. */
function whyNotSaved(state: AppState): string | null {
  const { field, filterError } = deliveriesSlice.get(state);
  if (field.value.trim() === "") return "no filter is set";
  return filterError === null ? null : "the filter has an error";
}
