import { type Action, createSlice, type AppState } from "./slice.ts";
import type { Store } from "./store.ts";

/** State of a dialog; `kind` identifies its `Dialog` record. */
export interface DialogData {
  readonly kind: string;
  /** Kind of the dialog that this one asks about; `closeDialogs` of that kind closes both. */
  readonly about?: string;
  /** ID of the screen that is shown again when this dialog is closed. @default the visible one */
  readonly returnsTo?: string;
  /** True without an opening key: the keys of the screens close it, because they may be meant for the screen. */
  readonly isUnasked?: true;
}

export interface NavState {
  /** ID of the visible screen. */
  readonly screen: string;
  /** Dialogs over the screen; the last one is focused. */
  readonly dialogs: readonly DialogData[];
  /** Text typed to select in the focused dialog, which has no text field. */
  readonly typed: string;
}

const initialNav: NavState = { screen: "", dialogs: [], typed: "" };

/** Visible screen and open dialogs. */
export const navSlice = createSlice("nav", initialNav, {
  /** Shows a screen. A dialog is about the screen under it: another screen closes all. */
  showScreen: (state, screen: string): NavState =>
    screen === state.screen ? state : { screen, dialogs: [], typed: "" },
  openDialog: (state, dialog: DialogData): NavState => ({
    ...state,
    dialogs: [...state.dialogs, dialog],
    typed: "",
  }),
  /** Closes the focused dialog. */
  closeDialog(state): NavState {
    const top = state.dialogs.at(-1);
    if (top === undefined) return state;
    return { screen: top.returnsTo ?? state.screen, dialogs: state.dialogs.slice(0, -1), typed: "" };
  },
  /** Closes the dialogs of a kind and their questions, even under another dialog. */
  closeDialogs: (state, kind: string): NavState => ({
    ...state,
    dialogs: state.dialogs.filter((dialog) => dialog.kind !== kind && dialog.about !== kind),
    typed: "",
  }),
  /** Replaces the open dialogs of the same kind. */
  putDialog: (state, dialog: DialogData): NavState => ({
    ...state,
    dialogs: state.dialogs.map((one) => (one.kind === dialog.kind ? dialog : one)),
  }),
  typedAhead: (state, typed: string): NavState => (typed === state.typed ? state : { ...state, typed }),
});
export const { showScreen, openDialog, closeDialog, closeDialogs, putDialog, typedAhead } = navSlice.actions;

export function topDialog(state: AppState): DialogData | null {
  return navSlice.get(state).dialogs.at(-1) ?? null;
}

/** Returns the state after closing the focused dialog. */
export function behindDialog(state: AppState): AppState {
  return { ...state, [navSlice.name]: navSlice.reduce(navSlice.get(state), closeDialog()) };
}

/** Typed access to the open dialogs of a kind. */
export interface DialogKind<D extends DialogData> {
  readonly kind: D["kind"];
  /** Returns the open dialog; null if there is none. */
  find(state: AppState): D | null;
  open(dialog: D): Action;
  /** Replaces the open dialog. */
  put(dialog: D): Action;
  /** Changes the dialog, if it is open. */
  change(store: Store, change: (dialog: D) => D): void;
}

export function dialogKind<D extends DialogData>(kind: D["kind"]): DialogKind<D> {
  const find = (state: AppState) =>
    (navSlice.get(state).dialogs.findLast((dialog) => dialog.kind === kind) as D | undefined) ?? null;
  return {
    kind,
    find,
    open: openDialog,
    put: putDialog,
    change(store, change) {
      const open = find(store.get());
      if (open !== null) store.dispatch(putDialog(change(open)));
    },
  };
}
